/** The coins of the invented market. */

export type Coin = "btc" | "ada" | "bnb" | "doge" | "eth" | "ltc" | "sol" | "xrp";
