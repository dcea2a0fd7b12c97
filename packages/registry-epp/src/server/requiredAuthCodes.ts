import type { EppCommand } from "../message/EppCommand.ts"

/** True if the command would leave a domain without an auth code. */
export const lacksAuthCode = (command: EppCommand): boolean => {
  switch (command._tag) {
    case "DomainCreate":
      return command.authInfo.password === ""
    case "DomainUpdate":
      return command.change?.authInfo === null || command.change?.authInfo?.password === ""
    default:
      return false
  }
}
