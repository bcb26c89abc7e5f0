/** A limiter that lets every request through when it is told to, so that requests stay under way until then. */
export function slowLimit() {
  const { promise, resolve } = Promise.withResolvers<number>();
  let asked = 0;
  const take = () => {
    asked++;
    return promise;
  };
  return { limit: { take }, finish: () => resolve(0), asked: () => asked };
}
