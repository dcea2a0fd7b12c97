import { foreignDomain, type Registry, type RegistryDomain } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { DomainInfo } from "../message/DomainCommand.ts"
import type { DomainData } from "../message/ResponseData.ts"
import { find } from "./ask.ts"
import { domainView } from "./DomainView.ts"
import type { EppAccount } from "./EppAccount.ts"
import { unreadable } from "./Refusals.ts"

/** Info queries of domains (RFC 5731, section 3.1.2). */
export const domainQueries = (account: EppAccount): Pick<Registry, "infoDomain"> => ({
  infoDomain: Effect.fn("EppRegistry.infoDomain")((name: DomainName, authCode?: string) =>
    Effect.catchIf(
      infoOf(account, name, authCode),
      // Some registries answer 2201 to an info without an auth code: the domain exists and has another sponsor.
      (error) => authCode === undefined && error._tag === "RegistryRefusal" && error.reason === "notSponsor",
      () => Effect.succeedSome(foreignDomain(name))
    )
  )
})

const infoOf = Effect.fnUntraced(function*(account: EppAccount, name: DomainName, authCode?: string) {
  const response = yield* find(account, domainInfo(name, authCode))
  if (Option.isNone(response)) return Option.none<RegistryDomain>()
  const { data } = response.value
  if (data?._tag !== "DomainData") return yield* unreadable("domain")
  const view = domainView(name, data, response.value, yield* account.identity.sponsorOf(data.sponsor, name))
  // A code set for a transfer is stored by the platform until it expires; the registry's copy adds nothing.
  return Option.some(account.profile.auth_code.lifetime_days === null ? view : { ...view, auth_code: null })
})

const domainInfo = (name: DomainName, authCode?: string): DomainInfo => ({
  _tag: "DomainInfo",
  name,
  hosts: "all",
  ...(authCode === undefined ? {} : { authInfo: { password: authCode } })
})

/** Data of a domain as received from the registry; none if the domain does not exist. */
export const rawDomain = Effect.fnUntraced(function*(account: EppAccount, name: DomainName) {
  const response = yield* find(account, domainInfo(name))
  return Option.flatMap(
    response,
    ({ data }): Option.Option<DomainData> => data?._tag === "DomainData" ? Option.some(data) : Option.none()
  )
})
