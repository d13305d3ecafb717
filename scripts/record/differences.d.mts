/** An answer, or what is compared of an error. */
export interface Recorded {
  readonly status?: number;
  readonly headers?: object;
  readonly text?: string;
  readonly hash?: string;
  readonly length?: number;
  readonly beginning?: string;
  readonly message?: string;
  readonly wording?: Readonly<Record<string, readonly string[]>>;
  readonly errors?: readonly { readonly path?: readonly (string | number)[]; readonly locations?: readonly object[] }[];
  readonly error?: {
    readonly code: string;
    readonly argument?: string;
    readonly offset?: number;
    readonly length?: number;
    readonly issues?: readonly { readonly path: string; readonly offset?: number; readonly length?: number }[];
  };
}

export function differencesOf(recorded: Recorded, now: Recorded, without?: ReadonlySet<string>): string[];
