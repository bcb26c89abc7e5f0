/**
 * Replaces `docker compose` for the commands in docs/operations.md: runs the services of compose.yaml with podman, on
 * the machine's own network, because a test container may have no other network.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";

const { PEAK_REPOSITORY = "", PEAK_PODMAN = "[]", PEAK_RUN = "[]", PEAK_SETTINGS = "{}" } = process.env;
const NAME = "peak-system";
const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
/** In the order in which they depend on each other. */
const SERVICES = Object.keys(services);
const containerOf = (service) => `${NAME}-${service}`;

function podman(...words) {
  const { status } = spawnSync("podman", [...JSON.parse(PEAK_PODMAN), ...words], { stdio: "inherit" });
  return status ?? 1;
}

/** The options of `podman run` that correspond to a service of compose.yaml. */
function optionsOf(service) {
  const { environment = {}, volumes, tmpfs, cap_drop, security_opt, deploy, read_only } = services[service];
  const filledIn = (value) => String(value).replace(/\$\{\w+:-(.*?)\}/, "$1");
  const settings = Object.entries({ ...environment, ...JSON.parse(PEAK_SETTINGS) });
  return [
    ...JSON.parse(PEAK_RUN),
    ...settings.flatMap(([name, value]) => ["--env", `${name}=${filledIn(value)}`]),
    ...volumes.flatMap((volume) => ["--volume", `${NAME}-${volume}`]),
    ...tmpfs.flatMap((path) => ["--tmpfs", path]),
    ...cap_drop.flatMap((name) => ["--cap-drop", name]),
    ...security_opt.flatMap((option) => ["--security-opt", option.replace(/:true$/, "")]),
    ...["--memory", deploy.resources.limits.memory],
    ...(read_only ? ["--read-only"] : []),
  ];
}

async function up() {
  const [first] = SERVICES;
  const flags = ["--isolation=chroot", "--format=docker", "--pull=never", "--layers=false"];
  const built = podman("build", ...flags, "--tag", services[first].image, PEAK_REPOSITORY);
  if (built !== 0) return built;
  for (const service of SERVICES) {
    const code = await start(service);
    if (code !== 0) return code;
  }
  return 0;
}

async function start(service) {
  const { image, command = [], healthcheck } = services[service];
  podman("rm", "--force", "--ignore", containerOf(service));
  const words = ["--detach", "--name", containerOf(service), ...optionsOf(service), image, ...command.map(String)];
  const code = podman("run", ...words);
  if (code !== 0 || healthcheck?.disable) return code;
  for (let i = 0; podman("healthcheck", "run", containerOf(service)) !== 0; i++) {
    if (i === 60) return 1;
    await sleep(1000);
  }
  return 0;
}

async function compose(command, ...words) {
  if (command === "up") return up();
  if (command === "stop") {
    const seconds = (service) => services[service].stop_grace_period.replace("s", "");
    const inTurn = SERVICES.toReversed();
    return Math.max(...inTurn.map((each) => podman("stop", "--time", seconds(each), containerOf(each))));
  }
  if (command === "start") return Math.max(...SERVICES.map((each) => podman("start", containerOf(each))));
  if (command === "cp") return podman("cp", `${NAME}-${words[0]}`, words[1]);
  if (command === "exec") return podman("exec", containerOf(words[0]), ...words.slice(1));
  if (command === "run") {
    const [, , entrypoint, service, ...rest] = words; // after --rm --entrypoint
    const options = ["--rm", ...optionsOf(service), "--entrypoint", entrypoint];
    return podman("run", ...options, services[service].image, ...rest);
  }
  throw new Error(`compose ${command} is not supported here`);
}

process.exitCode = await compose(...process.argv.slice(3));
