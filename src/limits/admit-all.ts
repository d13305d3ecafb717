import { type Admission, type AdmissionClient, readAdmission } from '../model/admission.js';

/** A function that decides whether a client may send a request now: `admit` of an interface. */
export type Admit = (client: AdmissionClient) => Admission | Promise<Admission>;

/**
 * Several limits as one `admit`. The first refusal counts; the limits after it are not asked, so they do not count the request. An answer
 * that is not an admission is an error.
 */
export function admitAll(...admits: readonly Admit[]): (client: AdmissionClient) => Promise<Admission> {
  return async (client) => {
    for (const admit of admits) {
      const admission = await admit(client);
      if (!readAdmission(admission).admitted) return admission;
    }
    return true;
  };
}
