import {
  fromPlain,
  type PlainOf,
  RefusalReason,
  type Registry,
  RegistryDecision,
  type RegistryFault,
  type RegistryMethod,
  RegistryRefusal,
  type RegistrySimulator
} from "@namewright/core/registry"
import { type Effect, Option, Predicate, Result, Schema } from "effect"

/** A refusal of the registry. `reason` is its class, `result_code` the code of EPP. */
export interface Refusal {
  readonly reason: RefusalReason
  readonly text?: string
  readonly result_code?: number
}

/**
 * `unavailable`: the registry does not carry the command out. `unanswered`: the platform gets no answer, and the command is
 * not carried out. `answerLost`: the platform gets no answer, and the command is carried out.
 */
export type RegistryFailure = "unavailable" | "unanswered" | "answerLost" | Refusal

/** Selects calls. */
export interface FaultOptions {
  /** Number of calls; default 1. */
  readonly times?: number
  /** Number of calls before them that succeed; default 0. */
  readonly after?: number
  /** Only calls about this domain, host or handle. */
  readonly object?: string
}

type AnswerOf<M extends RegistryMethod> = Registry[M] extends
  (...args: infer _P) => Effect.Effect<infer A, infer _E, infer _R> ? A
  : Registry[M] extends Effect.Effect<infer A, infer _E, infer _R> ? A
  : never

type ItemOf<A> = A extends Option.Option<infer T> ? T : A extends ReadonlyArray<infer T> ? T : A

/** Members of an answer that replace those of the simulated registry. */
export type AnswerChange<M extends RegistryMethod> = Partial<PlainOf<ItemOf<AnswerOf<M>>>>

/** The simulated registries of a test platform. */
export interface TestRegistry {
  /** The next commands of a kind fail. Calls of other kinds, and later ones, succeed. */
  readonly fail: (command: RegistryMethod, how: RegistryFailure, options?: FaultOptions) => void
  /**
   * The next calls of a kind are carried out and answered with these members changed:
   * `respond("checkDomains", { available: false, reason: "Reserved" })`. Each item of a list, and a found object, is
   * changed. Names of the simulator whose orders are decided later are listed in its documentation.
   */
  readonly respond: <M extends RegistryMethod>(command: M, answer: AnswerChange<M>, options?: FaultOptions) => void
  /**
   * The next orders of a kind are accepted now and decided later, as the clock advances: a registration after 60 seconds,
   * a transfer at the end of the waiting time of its TLD, or after 60 seconds if there is none.
   */
  readonly decideLater: (
    command: "createDomain" | "requestTransfer",
    decision: RegistryDecision,
    options?: FaultOptions
  ) => void
  /** Forgets failures and answers that no call has met. */
  readonly reset: () => void
}

const isReason = Schema.is(RefusalReason)

const unknownFailure = new TypeError(
  `registry.fail: expected "unavailable", "unanswered", "answerLost" or a refusal with one of the reasons ${
    RefusalReason.literals.join(", ")
  }`
)

const faultOf = (how: RegistryFailure): RegistryFault["fault"] => {
  switch (how) {
    case "unavailable":
      return "temporary"
    case "unanswered":
      return "cutBefore"
    case "answerLost":
      return "cutAfter"
    default:
      if (!Predicate.isObject(how) || !isReason(how.reason)) throw unknownFailure
      return new RegistryRefusal({
        reason: how.reason,
        result_code: how.result_code ?? null,
        text: how.text ?? "Refused by the test"
      })
  }
}

/** The answer with changed members; none and void have none. */
const merged = (answer: unknown, change: object): unknown => {
  if (Array.isArray(answer)) return answer.map((item: unknown) => merged(item, change))
  if (Option.isOption(answer)) return Option.map(answer, (found) => merged(found, change))
  return Predicate.isObject(answer) ? { ...answer, ...change } : answer
}

const orders: ReadonlySet<RegistryMethod> = new Set(["createDomain", "requestTransfer"])
const isDecision = Schema.is(RegistryDecision)

/** `run` reaches the simulator of the platform; faults that come before its start are kept. */
export const makeTestRegistry = (
  run: (use: (simulator: RegistrySimulator["Service"]) => Effect.Effect<void>) => void
): TestRegistry => {
  const inject = (fault: RegistryFault) => run(({ faults }) => faults.inject(fault))
  return {
    fail: (method, how, options = {}) => inject({ ...options, method, fault: faultOf(how) }),
    respond: (method, answer, options = {}) => {
      const change = Result.getOrThrowWith(
        fromPlain(answer),
        (problem) => new TypeError(`registry.respond: ${problem}`)
      )
      if (!Predicate.isObject(change)) throw new TypeError("registry.respond: the answer is not an object")
      inject({
        ...options,
        method,
        // The members are those of the answer by the type of `respond`.
        fault: { _tag: "ChangedAnswer", change: <A>(real: A) => merged(real, change) as A }
      })
    },
    decideLater: (method, decision, options = {}) => {
      if (!orders.has(method)) {
        throw new TypeError("registry.decideLater: expected createDomain or requestTransfer")
      }
      if (!isDecision(decision)) throw new TypeError("registry.decideLater: expected approved or rejected")
      inject({ ...options, method, fault: { _tag: "DecidedLater", decision } })
    },
    reset: () => run(({ faults }) => faults.clear)
  }
}
