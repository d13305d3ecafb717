/** The error classes of the engine that docs/semantics.md demands of a request or a document. */
export type FaultName = 'ValidationError' | 'FilterSyntaxError' | 'InvalidDocumentError';

/** What the oracle throws. A request can have several faults; the engine may name any of them first. */
export class OracleError extends Error {
  readonly faults: ReadonlySet<FaultName>;

  constructor(fault: FaultName | ReadonlySet<FaultName>, message: string) {
    super(message);
    this.faults = typeof fault === 'string' ? new Set([fault]) : fault;
  }
}

/** The results of all steps, or one error with the faults of all of them. */
export function allOf<T extends readonly (() => unknown)[]>(
  ...steps: T
): { [I in keyof T]: T[I] extends () => infer R ? R : never } {
  const faults: OracleError[] = [];
  const results = steps.map((step) => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof OracleError)) throw error;
      faults.push(error);
      return undefined;
    }
  });
  if (faults.length > 0) {
    throw new OracleError(new Set(faults.flatMap((e) => [...e.faults])), faults.map((e) => e.message).join('; '));
  }
  return results as { [I in keyof T]: T[I] extends () => infer R ? R : never };
}
