import { newCommandId, resultClass } from "@namewright/core/registry"
import { Effect, Result } from "effect"
import type { ConfiguredRegistry } from "../config/readEppConfig.ts"
import { suffixesWithoutToken, tokenOfCheck } from "../driver/AllocationTokens.ts"
import { resultText } from "../driver/ResultText.ts"
import { tldGroup, withEvery } from "../driver/TldValues.ts"
import type { DomainCheck } from "../message/DomainCommand.ts"
import { EppUri } from "../message/EppUri.ts"
import { poolSettings } from "../pool/EppPoolOptions.ts"
import type { Answer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import { advice, fine, problem, type RegistryCheckResult } from "./RegistryCheckResult.ts"

/** A label that is probably not registered. */
const label = "namewright-registry-doctor"

/** Extensions that a registry which offers them requires in every command, and the profile that sends each. */
const required: Readonly<Record<string, string>> = { [EppUri.namestore]: "verisign" }

/** Extensions that the registry requires in commands and the profile does not send. */
export const missingExtensions = (
  offered: ReadonlyArray<string>,
  registry: ConfiguredRegistry
): ReadonlyArray<RegistryCheckResult> => [...missingSenders(offered, registry), ...missingTokens(offered, registry)]

/** Result about allocation tokens that the registry may require and the profile does not have. */
const missingTokens = (
  offered: ReadonlyArray<string>,
  { profile, tlds: zones }: ConfiguredRegistry
): ReadonlyArray<RegistryCheckResult> => {
  const isOffered = offered.includes(EppUri.allocationToken)
  if (profile.allocation_token === undefined) {
    return isOffered
      ? [
        advice(
          "Tokens",
          "the registry takes allocation tokens; the profile has none, so names that need one are refused"
        )
      ]
      : []
  }
  const without = suffixesWithoutToken({ profile, zones })
  return [
    ...(isOffered ? [] : [problem("Tokens", "the profile has allocation tokens, which the registry does not offer")]),
    ...(without.length === 0
      ? []
      : [problem("Tokens", `required, but not configured for ${without.map((tld) => `.${tld}`).join(" ")}`)])
  ]
}

const missingSenders = (
  offered: ReadonlyArray<string>,
  { profile }: ConfiguredRegistry
): ReadonlyArray<RegistryCheckResult> =>
  offered.flatMap((uri) => {
    const sender = Object.hasOwn(required, uri) ? required[uri] : undefined
    return sender === undefined || profile.extensions.includes(uri)
      ? []
      : [
        problem("Extensions", `every command needs ${uri}, which the profile does not send; the profile ${sender} does`)
      ]
  })

/** Checks a name of each suffix as the driver does; one name for suffixes with equal commands. */
export const probedChecks = Effect.fnUntraced(function*(session: EppSession, registry: ConfiguredRegistry) {
  const account = { profile: registry.profile, zones: registry.tlds }
  const groups = Array.from(Map.groupBy(registry.tlds, (tld) => tldGroup(account, `${label}.${tld}`)).values())
  return yield* Effect.forEach(groups, (tlds) => {
    const names = [`${label}.${tlds[0]}`]
    const token = tokenOfCheck(account, { names, token: undefined }, session.services)
    const check: DomainCheck = {
      _tag: "DomainCheck",
      names,
      ...("allocationToken" in token ? { extension: token } : {})
    }
    const composed = withEvery(account, check)
    const command = typeof composed === "function" ? composed(session.services) : composed
    return Effect.map(checkedOnce(session, command, registry), (answer) => resultOf(tlds, answer))
  })
})

const checkedOnce = Effect.fnUntraced(
  function*(session: EppSession, command: Parameters<EppSession["written"]>[0], { pool }: ConfiguredRegistry) {
    const clTRID = yield* newCommandId
    return yield* Effect.callback<Answer>((resume) => {
      const { ended } = session.connection
      if (ended !== undefined) return resume(Effect.succeed(Result.fail(ended)))
      session.send(
        session.written(command, clTRID),
        clTRID,
        poolSettings(pool).query,
        (answer) => resume(Effect.succeed(answer))
      )
    })
  }
)

const resultOf = (tlds: ReadonlyArray<string>, answer: Answer): RegistryCheckResult => {
  const suffixes = tlds.map((tld) => `.${tld}`).join(" ")
  if (Result.isFailure(answer)) return problem("Check", `${suffixes}: no answer, ${answer.failure}`)
  const response = answer.success
  if (response._tag === "Greeting") return problem("Check", `${suffixes}: a greeting came in place of the answer`)
  const [{ code }] = response.results
  return resultClass(code) === "done"
    ? fine("Check", `answered for ${suffixes}`)
    : problem(
      "Check",
      `refused for ${suffixes} with ${code} ${
        resultText(response, [])
      }; the profile lacks something that the registry requires`
    )
}
