import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that it has signed itself, in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for a host on the loopback, or for another one, that is valid for some days around now: X.509 in DER, RFC 5280. */
export function selfSigned(host: 'localhost' | 'elsewhere.example', from = -1, to = 7): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(host)))));
  // The names that the certificate is for: a DNS name, and the address of the loopback.
  const address = host === 'localhost' ? [tagged(0x87, Buffer.from([127, 0, 0, 1]))] : [];
  const names = sequence(tagged(0x82, Buffer.from(host)), ...address);
  const extension = sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, names));
  const certificate = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', certificate, privateKey)]));
  const der = sequence(certificate, ECDSA_WITH_SHA256, signature);
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return tagged(0x30, ...contents);
}

function set(...contents: readonly Buffer[]): Buffer {
  return tagged(0x31, ...contents);
}

function oid(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

/** UTCTime, a number of days from now. */
function time(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]/g, '');
  return tagged(0x17, Buffer.from(`${text.slice(2, 14)}Z`));
}

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
