import { Predicate } from "effect"

/** Names of the commands of a batch as sent: `command`, else `type`; empty for a command without either. */
export const commandNames = (body: unknown): ReadonlyArray<string> =>
  Predicate.hasProperty(body, "commands") && Array.isArray(body.commands) ? body.commands.map(nameOf) : []

const nameOf = (command: unknown): string => {
  const name = Predicate.hasProperty(command, "command") ? command.command : undefined
  const type = Predicate.hasProperty(command, "type") ? command.type : undefined
  return Predicate.isString(name) ? name : Predicate.isString(type) ? type : ""
}
