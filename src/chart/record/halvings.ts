/** UTC days on which the subsidy halved, oldest first; a test compares them with those of the engine. */
export const HALVINGS = ["2012-11-28", "2016-07-09", "2020-05-11", "2024-04-20"] as const;
