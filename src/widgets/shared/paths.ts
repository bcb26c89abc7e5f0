/** The current score, below the address of a site. */
export const CURRENT = "/api/public/nhci";
