import { logOf, type ServiceProcess } from "../../support/service-process.js";

/** What happened in one life: for whoever has to find out why two lives differ. */
export interface LifeStory {
  note(text: string): void;
  /** What it logs of now on is part of the story. */
  follow(process: ServiceProcess): void;
  /** A line an event, in the order of the machine's time. */
  tell(): string;
}

/** Of the rest of the log nothing tells lives apart. */
const TELLING: readonly string[] = ["score computed", "history row stored"];

export function lifeStory(): LifeStory {
  const notes: { readonly time: string; readonly text: string }[] = [];
  const processes: ServiceProcess[] = [];
  return {
    note: (text) => void notes.push({ time: new Date().toISOString(), text }),
    follow: (process) => void processes.push(process),
    tell() {
      const logged = processes.flatMap((process, i) =>
        logOf(process)
          .filter(({ level, msg }) => level !== "info" || TELLING.includes(msg))
          .map(({ time, ...line }) => ({ time, text: `process ${i + 1} ${JSON.stringify(line)}` })),
      );
      const events = [...notes, ...logged].sort((a, b) => a.time.localeCompare(b.time));
      return events.map(({ time, text }) => `${time.slice(11, 23)} ${text}`).join("\n");
    },
  };
}
