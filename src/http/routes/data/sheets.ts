import type { ChartDay } from "../../../chart/chart-data.js";
import { parseDay } from "../../../domain/instant.js";
import { isStale } from "../../../domain/score.js";
import type { Answer } from "../../answer.js";
import { currentCache, historyCache, WAITING_CACHE } from "../../cache.js";
import { historyCsv } from "../../present/history-csv.js";
import { scoreText } from "../../present/score-text.js";
import { shownAnswer } from "../../shown-answer.js";
import type { DataDeps } from "./data.js";

/** History and score in the forms that spreadsheets read by themselves. */
export function sheetAnswers({ answers, clock }: DataDeps): Readonly<Record<"csv" | "text", () => Answer | undefined>> {
  return {
    csv: shownAnswer<readonly ChartDay[]>(clock, {
      manner: { contentType: "text/csv; charset=utf-8", also: [] },
      thing: () => {
        const { days } = answers.scene();
        return days.length === 0 ? undefined : days;
      },
      text: historyCsv,
      cacheControl: (days, now) => {
        const newest = parseDay(days.at(-1)?.date ?? "");
        return newest === undefined ? WAITING_CACHE : historyCache(newest, now);
      },
    }),
    text: shownAnswer<string>(clock, {
      manner: { contentType: "text/plain; charset=utf-8", also: [] },
      thing: (now) => {
        const score = answers.snapshot()?.score;
        return score && scoreText(score, isStale(score.computedAt, now));
      },
      text: (text) => text,
      cacheControl: (_text, now) => {
        const score = answers.snapshot()?.score;
        return score === undefined ? WAITING_CACHE : currentCache(score.computedAt, now);
      },
    }),
  };
}
