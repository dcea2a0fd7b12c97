import type { RegistryRefusal } from "@namewright/core/registry"
import { Redacted, Result } from "effect"
import type { EppServices } from "../message/EppServices.ts"
import { EppUri } from "../message/EppUri.ts"
import type { TokenCommand } from "../profile/RegistryProfile.ts"
import type { EppAccount } from "./EppAccount.ts"
import { policy } from "./Refusals.ts"

type Suffixed = Pick<EppAccount, "profile" | "zones">

/** The token for a name: the order's, else the profile's for the suffix. */
const tokenFor = ({ profile, zones }: Suffixed, name: string, own: string | null | undefined): string | undefined => {
  if (own !== null && own !== undefined && own !== "") return own
  const zone = zones.find((suffix) => name.toLowerCase().endsWith(`.${suffix}`))
  const token = zone === undefined ? undefined : profile.allocation_token?.tokens[zone]
  return token === undefined ? undefined : Redacted.value(token)
}

/** The member of a command's extension, for a session that has announced allocation tokens. */
const member = (token: string | undefined) => ({ extensions }: Pick<EppServices, "extensions">) =>
  token !== undefined && extensions.has(EppUri.allocationToken) ? { allocationToken: token } : {}

/** The token of a command (RFC 8495), or the refusal if the registry requires one and none is configured. */
export const allocationToken = (
  account: Suffixed,
  command: TokenCommand,
  { allocation_token, name }: { readonly allocation_token?: string | null; readonly name: string }
): Result.Result<ReturnType<typeof member>, RegistryRefusal> => {
  const token = tokenFor(account, name, allocation_token)
  return token === undefined && account.profile.allocation_token?.required.includes(command) === true
    ? Result.fail(policy(`The registry requires an allocation token to ${command} ${name}, and none is configured`))
    : Result.succeed(member(token))
}

/** The token of a check; all names of one command have the same. */
export const tokenOfCheck = (
  account: Suffixed,
  { names, token }: { readonly names: ReadonlyArray<string>; readonly token: string | undefined },
  services: EppServices
) => member(names[0] === undefined ? undefined : tokenFor(account, names[0], token))(services)

/** Suffixes without a token at a registry that requires one. */
export const suffixesWithoutToken = ({ profile, zones }: Suffixed): ReadonlyArray<string> =>
  (profile.allocation_token?.required.length ?? 0) === 0
    ? []
    : zones.filter((zone) => profile.allocation_token?.tokens[zone] === undefined)
