/**
 * Replaces `docker compose` for the commands in docs/operations.md: runs the service of compose.yaml with podman, on
 * the machine's own network, since a test container may have no other.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";

const { PEAK_REPOSITORY = "", PEAK_PODMAN = "[]", PEAK_RUN = "[]", PEAK_SETTINGS = "{}" } = process.env;
const NAME = "peak-system";
const { peak } = parse(readFileSync("compose.yaml", "utf8")).services;

function podman(...words) {
  const { status } = spawnSync("podman", [...JSON.parse(PEAK_PODMAN), ...words], { stdio: "inherit" });
  return status ?? 1;
}

/** The options of `podman run` that correspond to compose.yaml. */
function options() {
  const filledIn = (value) => String(value).replace(/\$\{\w+:-(.*?)\}/, "$1");
  const environment = { ...peak.environment, ...JSON.parse(PEAK_SETTINGS) };
  return [
    ...JSON.parse(PEAK_RUN),
    ...Object.entries(environment).flatMap(([name, value]) => ["--env", `${name}=${filledIn(value)}`]),
    ...peak.volumes.flatMap((volume) => ["--volume", `${NAME}-${volume}`]),
    ...peak.tmpfs.flatMap((path) => ["--tmpfs", path]),
    ...peak.cap_drop.flatMap((name) => ["--cap-drop", name]),
    ...peak.security_opt.flatMap((option) => ["--security-opt", option.replace(/:true$/, "")]),
    ...["--memory", peak.deploy.resources.limits.memory],
    ...(peak.read_only ? ["--read-only"] : []),
  ];
}

async function up() {
  const flags = ["--isolation=chroot", "--format=docker", "--pull=never", "--layers=false"];
  const built = podman("build", ...flags, "--tag", peak.image, PEAK_REPOSITORY);
  if (built !== 0) return built;
  podman("rm", "--force", "--ignore", NAME);
  const code = podman("run", "--detach", "--name", NAME, ...options(), peak.image);
  for (let i = 0; code === 0 && podman("healthcheck", "run", NAME) !== 0; i++) {
    if (i === 60) return 1;
    await sleep(1000);
  }
  return code;
}

async function compose(command, ...words) {
  if (command === "up") return up();
  if (command === "stop") return podman("stop", "--time", peak.stop_grace_period.replace("s", ""), NAME);
  if (command === "start") return podman("start", NAME);
  if (command === "cp") return podman("cp", words[0].replace("peak:", `${NAME}:`), words[1]);
  const [service, ...rest] = words.slice(words.indexOf("peak"));
  if (command === "exec" && service === "peak") return podman("exec", NAME, ...rest);
  const entrypoint = words[words.indexOf("--entrypoint") + 1];
  if (command === "run") return podman("run", "--rm", ...options(), "--entrypoint", entrypoint, peak.image, ...rest);
  throw new Error(`compose ${command} is not supported here`);
}

process.exitCode = await compose(...process.argv.slice(3));
