/** Labels on everything the toolkit makes in an engine: whose it is, so that leftovers can be told. */
import { machineIdentity, startTime } from "../process-identity.ts";

const PREFIX = "codergen";
export const OWNER_LABEL = `${PREFIX}.owner`;
const STARTED_LABEL = `${PREFIX}.started`;
const MACHINE_LABEL = `${PREFIX}.machine`;
const BOOT_LABEL = `${PREFIX}.boot`;
const ROLE_LABEL = `${PREFIX}.role`;
/** On images: the record of the environment they hold. */
export const ENVIRONMENT_LABEL = `${PREFIX}.environment`;
/** On images: what their interpreter says of itself. */
export const INTERPRETER_LABEL = `${PREFIX}.interpreter`;

export type Labels = Readonly<Record<string, string>>;

/** Labels of a container that belongs to this process. */
export function ownLabels(role: string): Record<string, string> {
  const { machine, boot } = machineIdentity();
  return {
    [OWNER_LABEL]: String(process.pid),
    [STARTED_LABEL]: startTime(process.pid),
    [MACHINE_LABEL]: machine,
    [BOOT_LABEL]: boot,
    [ROLE_LABEL]: role,
  };
}

/** True for what a process of this machine made that is gone; what other machines made is not judged. */
export function isLeftover(labels: Labels): boolean {
  const { machine, boot } = machineIdentity();
  if (labels[OWNER_LABEL] === undefined || labels[MACHINE_LABEL] !== machine) return false;
  return labels[BOOT_LABEL] !== boot || startTime(Number(labels[OWNER_LABEL])) !== labels[STARTED_LABEL];
}
