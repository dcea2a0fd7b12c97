import { Effect, Option } from "effect"
import type { Registry } from "../Registry.ts"
import type { CommandId } from "../RegistryCommand.ts"
import {
  type CommandError,
  type QueryError,
  RegistryOutcomeUnknown,
  type RegistryRefusal,
  RegistryTemporary
} from "../RegistryError.ts"
import type { RegistryDecision } from "../RegistryIntent.ts"
import { LaterDecision } from "./time/LaterDecision.ts"

/** Methods of a registry. */
export type RegistryMethod = Exclude<keyof Registry, "key" | "account_id" | "capabilities">

/** A changed answer of a registry that carried the call out. */
export interface ChangedAnswer {
  readonly _tag: "ChangedAnswer"
  readonly change: <A>(answer: A) => A
}

/** An order that the registry accepts now and decides later; for `createDomain` and `requestTransfer`. */
export interface DecidedLater {
  readonly _tag: "DecidedLater"
  readonly decision: RegistryDecision
}

export interface RegistryFault {
  readonly method: RegistryMethod
  /**
   * Effect of the fault. `cutBefore`: the command is not carried out, and no answer is returned. `cutAfter`: it is
   * carried out, and no answer is returned. `temporary`: the registry fails temporarily. A refusal is returned as such,
   * an answer is changed, and an order is decided later. `hangBefore` and `hangAfter` never end, for tests that stop the process meanwhile.
   */
  readonly fault:
    | "cutBefore"
    | "cutAfter"
    | "temporary"
    | "hangBefore"
    | "hangAfter"
    | RegistryRefusal
    | ChangedAnswer
    | DecidedLater
  /** Number of calls that fail; default 1. */
  readonly times?: number
  /** Number of matching calls that succeed first; default 0. */
  readonly after?: number
  /** Only calls about this domain, host or handle; default all calls. */
  readonly object?: string
}

interface ComingFault extends RegistryFault {
  readonly left: number
  readonly passing: number
}

/** Injected faults, in the order of their injection. Calls without a matching fault succeed. */
export interface RegistryFaults {
  readonly inject: (fault: RegistryFault) => Effect.Effect<void>
  readonly clear: Effect.Effect<void>
  /** True if a call of the method may fail. */
  readonly isComing: (method: RegistryMethod) => Effect.Effect<boolean>
  /** A registry whose calls fail with the injected faults. */
  readonly around: (registry: Registry) => Registry
}

export const makeRegistryFaults = (): RegistryFaults => {
  let coming: ReadonlyArray<ComingFault> = []

  const change = (before: ComingFault, now: Partial<ComingFault>) => {
    coming = coming.flatMap((fault) => fault !== before ? [fault] : now.left === 0 ? [] : [{ ...fault, ...now }])
  }

  /** The next fault of a call, used up once. A call that succeeds first is counted. */
  const take = (method: RegistryMethod, argument: unknown): Option.Option<RegistryFault["fault"]> => {
    const hit = coming.find((fault) =>
      fault.method === method && (fault.object === undefined || isAbout(argument, fault.object))
    )
    if (hit === undefined) return Option.none()
    if (hit.passing > 0) {
      change(hit, { passing: hit.passing - 1 })
      return Option.none()
    }
    change(hit, { left: hit.left - 1 })
    return Option.some(hit.fault)
  }

  const guard: Guard = (method, argument, call, lost) =>
    Effect.suspend(() =>
      Option.match(take(method, argument), { onNone: () => call, onSome: (fault) => failing(fault, call, lost) })
    )

  return {
    inject: (fault) =>
      Effect.sync(() => {
        coming = [...coming, { ...fault, left: fault.times ?? 1, passing: fault.after ?? 0 }]
      }),
    clear: Effect.sync(() => {
      coming = []
    }),
    isComing: (method) => Effect.sync(() => coming.some((fault) => fault.method === method)),
    around: (registry) => guarded(registry, guard)
  }
}

const isAbout = (argument: unknown, object: string): boolean =>
  argument === object ||
  (typeof argument === "object" && argument !== null && Object.values(argument).some((value) => isAbout(value, object)))

const failing = <A, E, E2>(
  fault: RegistryFault["fault"],
  call: Effect.Effect<A, E>,
  lost: () => E2
): Effect.Effect<A, E | E2 | RegistryTemporary | RegistryRefusal> => {
  switch (fault) {
    case "cutBefore":
      return Effect.failSync(lost)
    case "cutAfter":
      return Effect.andThen(call, Effect.failSync(lost))
    case "temporary":
      return Effect.fail(new RegistryTemporary({ text: "2400 Command failed" }))
    case "hangBefore":
      return Effect.never
    case "hangAfter":
      return Effect.andThen(call, Effect.never)
    default:
      if (fault._tag === "ChangedAnswer") return Effect.map(call, fault.change)
      return fault._tag === "DecidedLater"
        ? Effect.provideService(call, LaterDecision, fault.decision)
        : Effect.fail(fault)
  }
}

type Guard = <A, E, E2>(
  method: RegistryMethod,
  argument: unknown,
  call: Effect.Effect<A, E>,
  lost: () => E2
) => Effect.Effect<A, E | E2 | RegistryTemporary | RegistryRefusal>

const noAnswer = () => new RegistryTemporary({ text: "No answer" })

const guardedMessages = (nextMessage: Registry["nextMessage"], guard: Guard): Registry["nextMessage"] =>
  guard("nextMessage", undefined, nextMessage, noAnswer)

const guarded = (registry: Registry, guard: Guard): Registry => {
  const query = <A>(method: RegistryMethod, argument: unknown, call: Effect.Effect<A, QueryError>) =>
    guard(method, argument, call, noAnswer)
  const command = <A>(
    method: RegistryMethod,
    sent: { readonly command_id: CommandId },
    call: Effect.Effect<A, CommandError>
  ) =>
    guard(
      method,
      sent,
      call,
      () => new RegistryOutcomeUnknown({ command_id: sent.command_id, text: "No answer" })
    )
  return {
    key: registry.key,
    account_id: registry.account_id,
    capabilities: registry.capabilities,
    checkDomains: (names, token) => query("checkDomains", names, registry.checkDomains(names, token)),
    infoDomain: (name, authCode) => query("infoDomain", name, registry.infoDomain(name, authCode)),
    createDomain: (sent) => command("createDomain", sent, registry.createDomain(sent)),
    renewDomain: (sent) => command("renewDomain", sent, registry.renewDomain(sent)),
    updateDomain: (sent) => command("updateDomain", sent, registry.updateDomain(sent)),
    deleteDomain: (sent) => command("deleteDomain", sent, registry.deleteDomain(sent)),
    restoreDomain: (sent) => command("restoreDomain", sent, registry.restoreDomain(sent)),
    requestTransfer: (sent) => command("requestTransfer", sent, registry.requestTransfer(sent)),
    queryTransfer: (name, authCode) => query("queryTransfer", name, registry.queryTransfer(name, authCode)),
    cancelTransfer: (sent) => command("cancelTransfer", sent, registry.cancelTransfer(sent)),
    approveTransfer: (sent) => command("approveTransfer", sent, registry.approveTransfer(sent)),
    rejectTransfer: (sent) => command("rejectTransfer", sent, registry.rejectTransfer(sent)),
    requestAuthCode: (sent) => command("requestAuthCode", sent, registry.requestAuthCode(sent)),
    releaseDomain: (sent) => command("releaseDomain", sent, registry.releaseDomain(sent)),
    infoContact: (handle) => query("infoContact", handle, registry.infoContact(handle)),
    createContact: (sent) => command("createContact", sent, registry.createContact(sent)),
    deleteContact: (sent) => command("deleteContact", sent, registry.deleteContact(sent)),
    reportVerification: (sent) => command("reportVerification", sent, registry.reportVerification(sent)),
    infoHost: (hostname) => query("infoHost", hostname, registry.infoHost(hostname)),
    createHost: (sent) => command("createHost", sent, registry.createHost(sent)),
    updateHost: (sent) => command("updateHost", sent, registry.updateHost(sent)),
    deleteHost: (sent) => command("deleteHost", sent, registry.deleteHost(sent)),
    nextMessage: guardedMessages(registry.nextMessage, guard),
    acknowledgeMessage: (messageId) => query("acknowledgeMessage", messageId, registry.acknowledgeMessage(messageId))
  }
}
