/** The seven coins of the crypto basket, in the order in which their returns are summed. */
export const MAJORS = ["ada", "bnb", "doge", "eth", "ltc", "sol", "xrp"] as const;

export type Major = (typeof MAJORS)[number];
