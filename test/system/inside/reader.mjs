/** Requests an address ten times a second until SIGTERM, then prints the number of responses by status. */

const url = process.argv[2];
const seen = {};
let isOver = false;
process.on("SIGTERM", () => {
  isOver = true;
});
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
process.removeAllListeners("warning");
while (!isOver) {
  const outcome = await fetch(url, { signal: AbortSignal.timeout(40_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    (error) => error.cause?.code ?? error.name,
  );
  seen[outcome] = (seen[outcome] ?? 0) + 1;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
console.log(JSON.stringify(seen));
