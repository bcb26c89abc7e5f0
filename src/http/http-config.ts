/** What the HTTP room needs to know. */
export interface HttpConfig {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** The public address of the site. */
  readonly baseUrl: URL;
  /** The name on every widget, picture, feed and title; of a simulated market it says so. */
  readonly indexName: string;
  readonly siteName: string;
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Pages say plainly that the market is simulated. */
  readonly simulated: boolean;
}
