import { Predicate } from "effect"

/** Name of a command of a batch as it was sent: `command`, or else `type`. Undefined where it has none. */
export const commandName = (command: unknown): string | undefined => {
  const name = Predicate.hasProperty(command, "command") ? command.command : undefined
  const type = Predicate.hasProperty(command, "type") ? command.type : undefined
  return Predicate.isString(name) ? name : Predicate.isString(type) ? type : undefined
}
