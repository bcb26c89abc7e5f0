/** The scripts as people load them, as far as pages have to name them. */
export interface EmbedCode {
  /** Part of the addresses that never change, e.g. `0.1.0-3f9a1c2e`. */
  readonly version: string;
  /** Of the bytes behind those addresses, as the attribute `integrity` wants it: `sha384-…`. */
  readonly integrity: { readonly chart: string; readonly badge: string };
}
