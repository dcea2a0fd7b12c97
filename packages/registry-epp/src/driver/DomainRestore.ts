import {
  type Accepted,
  type CommandError,
  type CommandId,
  newCommandId,
  RegistryOutcomeUnknown,
  type RestoreDomain
} from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { RgpReport } from "../message/CommandExtension.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import { acknowledgement, change, find, isDone } from "./ask.ts"
import { domainStatuses } from "./DomainView.ts"
import type { EppAccount } from "./EppAccount.ts"
import { instantOf } from "./eppValues.ts"
import { feeAgreement } from "./FeeAgreements.ts"
import { unsupported } from "./Refusals.ts"

/**
 * Restores a deleted domain (RFC 3915, section 4.2.5): an update that contains only the request. If the domain then
 * waits for a report, the report follows at once; a domain that already waits, because an earlier response was lost,
 * gets only the report. After the request succeeded, a later failure does not mean that the restore failed.
 */
export const restoreDomain = Effect.fnUntraced(
  function*(account: EppAccount, command: RestoreDomain): Effect.fn.Return<Accepted, CommandError> {
    switch (account.profile.restore) {
      case "none":
        return yield* unsupported("Names cannot be restored at this registry")
      case "request":
        return acknowledgement(yield* request(account, command))
      case "report":
        return yield* requestAndReport(account, command)
    }
  }
)

const request = Effect.fnUntraced(function*(account: EppAccount, { command_id, fee, name }: RestoreDomain) {
  const agreement = yield* feeAgreement(account, name, { name: "restore" }, fee)
  return yield* change(account, command_id, {
    _tag: "DomainUpdate",
    name,
    extension: { ...agreement, rgp: { operation: "request" } }
  })
})

const requestAndReport = Effect.fnUntraced(
  function*(account: EppAccount, command: RestoreDomain): Effect.fn.Return<Accepted, CommandError> {
    const before = yield* look(account, command)
    const restoredOn = Instant.format(yield* Instant.now)
    const report = (command_id: CommandId) =>
      Effect.map(
        change(account, command_id, {
          _tag: "DomainUpdate",
          name: command.name,
          extension: { rgp: { operation: "report", report: reportOf(command, before, restoredOn) } }
        }),
        acknowledgement
      )
    if (waitsForReport(before)) {
      return yield* Effect.catchIf(report(command.command_id), isNotAwaited, () => Effect.succeed(decidedLater))
    }
    const requested = yield* request(account, command)
    if (!isDone(requested)) return decidedLater
    return yield* Effect.catchTag(
      // Some registries return the state with the response, the others have to be queried.
      Effect.gen(function*() {
        const after = requested.extension.rgp === undefined ? yield* look(account, command) : requested
        return waitsForReport(after) ? yield* report(yield* newCommandId) : acknowledgement(requested)
      }),
      "RegistryTemporary",
      ({ text }) => Effect.fail(new RegistryOutcomeUnknown({ command_id: command.command_id, text }))
    )
  }
)

const decidedLater: Accepted = { completed: false }

/** The report was sent before and its response was lost: the registry is deciding. */
const isNotAwaited = (error: CommandError): boolean =>
  error._tag === "RegistryRefusal" && error.reason === "statusProhibits"

const look = (account: EppAccount, { name }: RestoreDomain) =>
  Effect.map(find(account, { _tag: "DomainInfo", name, hosts: "all" }), Option.getOrUndefined)

const waitsForReport = (response: EppResponse | undefined): boolean =>
  domainStatuses(response?.extension.rgp ?? []).includes("pendingRestore")

/** Report of the restore with the two statements of the RFC. */
const reportOf = ({ name, reason }: RestoreDomain, before: EppResponse | undefined, restoredOn: string): RgpReport => {
  const domain = before?.data?._tag === "DomainData" ? before.data : undefined
  const deleted = instantOf(domain?.updatedOn)
  return {
    before: `${name}, registered by the same registrant`,
    after: `${name}, restored without changes`,
    deletedOn: deleted === null ? restoredOn : Instant.format(deleted),
    restoredOn,
    reason: reason ?? "Registrant error",
    statements: [
      "This registrar has not restored the Registered Name in order to assume the rights to use or sell the Registered Name for itself or for any third party.",
      "The information in this report is true to best of this registrar's knowledge, and this registrar acknowledges that intentionally supplying false information in this report shall constitute an incurable material breach of the Registry-Registrar Agreement."
    ]
  }
}
