import type { Processes } from "@namewright/core/processes"
import { CommandLease, newCommandId, type RegistrySessionSlots } from "@namewright/core/registry"
import { CurrentActor } from "@namewright/core/shared"
import { Context, Effect, FiberSet, type Redacted, Result, type Scope } from "effect"
import type { EppResponse } from "../message/EppResponse.ts"
import { IllegalCommand } from "../message/IllegalCommand.ts"
import { maskSecrets } from "../message/maskSecrets.ts"
import type { Answer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import type { SessionFailure } from "../session/SessionFailure.ts"
import { makeTimekeeper, type Timekeeper } from "../session/Timekeeper.ts"
import { IllegalXmlCharacter } from "../xml/writeXml.ts"
import { Dispatcher, type Sending, type WaitingCommand } from "./Dispatcher.ts"
import { type ComposedCommand, EppAnswerLost, type EppClient, type EppFailure, EppNotSent } from "./EppClient.ts"
import { type EppPoolOptions, poolSettings, sessionSettings } from "./EppPoolOptions.ts"
import { poolMetrics } from "./poolMetrics.ts"
import { type SessionKeeper, sessionKeeper } from "./SessionKeeper.ts"
import { type PasswordNotTaken, sessionOpener } from "./SessionOpener.ts"
import { leaseBeat, makeSlotLeases } from "./SlotLeases.ts"

/** The sessions of this process with one registry account. */
export interface EppPool extends EppClient {
  /**
   * Changes the password at the registry, in steps that survive a crash at any point. Current sessions continue; at the
   * session limit, one of them is ended for the login.
   */
  readonly changePassword: (
    password: Redacted.Redacted
  ) => Effect.Effect<void, EppNotSent | SessionFailure | PasswordNotTaken>
}

/** Repetitions of a query whose response was lost. */
const repeats = 2

/**
 * Pool of sessions until the scope ends; then pending commands finish and sessions log out, within 10 seconds. It opens
 * its first session at once, but does not wait for it. With `processes`, its sessions are counted for this process, and
 * those of ended processes are released; otherwise they are released by time.
 */
export const eppPool = Effect.fnUntraced(
  function*(
    options: EppPoolOptions,
    processes?: Processes["Service"]
  ): Effect.fn.Return<EppPool, never, RegistrySessionSlots | Scope.Scope> {
    const settings = poolSettings(options)
    const timekeeper = yield* makeTimekeeper
    const run = yield* FiberSet.makeRuntime<never, void, never>()
    const leases = yield* makeSlotLeases(options.name, settings.sessions, processes)
    const metrics = poolMetrics(options.name, yield* Effect.context<never>())
    const opener = sessionOpener(sessionSettings(options), timekeeper, options.credentials)
    const dispatcher: Dispatcher = new Dispatcher(settings, timekeeper, {
      onStarved: () => keeper.grow(),
      onAnswer: (seat, answer) => keeper.answered(seat, answer)
    })
    const inScope = (effect: Effect.Effect<void>) => run(Effect.annotateLogs(effect, { registry: options.name }))
    const keeper: SessionKeeper = sessionKeeper({
      settings,
      timekeeper,
      dispatcher,
      opener,
      leases,
      metrics,
      run: inScope
    })
    yield* Effect.addFinalizer(() => keeper.close)
    inScope(Effect.forever(Effect.andThen(Effect.sleep(leaseBeat), keeper.beat)))
    if (processes !== undefined) yield* processes.whenEnded(keeper.releaseEnded)
    keeper.tend()

    const submit = submission(dispatcher, keeper, timekeeper)
    const send = (command: ComposedCommand, clTRID: string, isQuery: boolean, isLeaseValid = () => true) =>
      submit<EppResponse, EppFailure>({ urgent: isOfQueue(command), isQuery }, (session, resume) => {
        const composed = typeof command === "function" ? command(session.services) : command
        const document = session.written(composed, clTRID)
        if (!isLeaseValid()) return void resume(Effect.fail(leaseEnded))
        const since = timekeeper.now()
        return {
          document,
          clTRID,
          patience: isQuery ? settings.query : settings.transform,
          settle: (answer) => {
            const response = Result.isSuccess(answer) && answer.success._tag === "Response" ? answer.success : undefined
            const took = timekeeper.now() - since
            resume(
              response === undefined
                ? Effect.fail(lost(clTRID, answer, session.connection.unreadable))
                : Effect.succeed(response)
            )
            // Counted last, so that waiting callers continue first.
            metrics.command(composed._tag, String(response?.results[0].code ?? "lost"), took)
          }
        }
      })

    const session = Effect.suspend(() => {
      const open = dispatcher.seats.find(({ active }) => active !== undefined)?.active
      if (open !== undefined) return Effect.succeed(open)
      return submit<EppSession, EppNotSent>({ urgent: true, isQuery: true }, (opened, resume) => {
        resume(Effect.succeed(opened))
        return undefined
      })
    })

    return {
      query: (command) =>
        Effect.flatMap(newCommandId, (clTRID) => send(command, clTRID, true)).pipe(
          Effect.retry({
            times: repeats,
            while: (failure) => failure._tag === "EppAnswerLost" && !isMessage(command, failure)
          }),
          Effect.withSpan("EppPool.query", { kind: "client", attributes: attributesOf(options, command) })
        ),
      transform: (command, clTRID) =>
        Effect.flatMap(CommandLease, (isLeaseValid) => send(command, clTRID, false, isLeaseValid)).pipe(
          Effect.withSpan("EppPool.transform", {
            kind: "client",
            attributes: { ...attributesOf(options, command), "namewright.epp.transaction_id": clTRID }
          })
        ),
      services: Effect.map(session, ({ services }) => services),
      greeting: Effect.map(session, ({ greeting }) => greeting),
      state: Effect.sync(() => stateOf(dispatcher, keeper, timekeeper)),
      changePassword: keeper.changePassword
    }
  }
)

const leaseEnded = new EppNotSent({ reason: "lease", text: "The lease of the command ended before its turn" })

const lost = (clTRID: string, answer: Answer, document: string | undefined) =>
  new EppAnswerLost({
    clTRID,
    ...(document === undefined ? {} : { document: maskSecrets(document) }),
    text: Result.isFailure(answer) ? answer.failure : "A greeting came instead of an answer"
  })

type Prepare<A, E> = (
  session: EppSession,
  resume: (outcome: Effect.Effect<A, E>) => void
) => Sending | undefined

/** Queues a task for the organization of the current caller. */
const submission = (dispatcher: Dispatcher, keeper: SessionKeeper, timekeeper: Timekeeper) =>
<A, E extends EppFailure>(
  { isQuery, urgent }: { readonly urgent: boolean; readonly isQuery: boolean },
  prepare: Prepare<A, E | EppNotSent>
): Effect.Effect<A, E | EppNotSent> =>
  Effect.withFiber((fiber) => {
    const tenant = Context.getOrUndefined(fiber.context, CurrentActor)?.organization_id ?? ""
    return Effect.callback<A, E | EppNotSent>((resume) => {
      const refusal = keeper.refusal()
      if (refusal !== undefined) return resume(Effect.fail(refusal))
      const waiting: WaitingCommand = {
        tenant,
        urgent,
        isQuery,
        since: timekeeper.now(),
        fail: (failure) => resume(Effect.fail(failure)),
        prepare: (session) => {
          try {
            return prepare(session, resume)
          } catch (error) {
            resume(unwritable(error))
            return undefined
          }
        }
      }
      dispatcher.submit(waiting)
      return Effect.sync(() => dispatcher.withdraw(waiting))
    })
  })

/** Errors of the writers name the part that cannot be expressed, without values. */
const unwritable = (error: unknown): Effect.Effect<never, EppNotSent> =>
  error instanceof IllegalCommand || error instanceof IllegalXmlCharacter
    ? Effect.fail(new EppNotSent({ reason: "unwritable", text: error.message }))
    : Effect.die(error)

/** An invalid message is returned again unchanged. */
const isMessage = (command: ComposedCommand, { document }: EppAnswerLost): boolean =>
  document !== undefined && isOfQueue(command)

/** Poll messages are read one by one, so poll commands are urgent. */
const isOfQueue = (command: ComposedCommand): boolean =>
  typeof command !== "function" && (command._tag === "PollRequest" || command._tag === "PollAcknowledgement")

const attributesOf = ({ endpoint, name }: EppPoolOptions, command: ComposedCommand) => ({
  "network.protocol.name": "epp",
  "server.address": endpoint.host,
  "server.port": endpoint.port,
  "namewright.registry.name": name,
  ...(typeof command === "function" ? {} : { "namewright.epp.command": command._tag })
})

const stateOf = ({ seats, waiting }: Dispatcher, { circuit }: SessionKeeper, timekeeper: Timekeeper) => {
  const now = timekeeper.now()
  return {
    sessions: seats.flatMap(({ active, pending, session, slot }) =>
      session === undefined
        ? []
        : [{ slot, pending, commands: session.commands, age: now - session.since, leaving: active === undefined }]
    ),
    waiting,
    circuit: circuit.isOpen(now) ? "open" as const : "closed" as const,
    problem: circuit.problem?.text
  }
}
