import { Effect, type Layer, ManagedRuntime, type Scope } from "effect"

/** Registers a hook that runs after the cases of a suite. */
type AfterAll = (end: () => Promise<void>) => unknown

/**
 * A test runner with suites. Pass the module: `import * as runner from "node:test"` or `from "vitest"`; with mocha, pass
 * `{ describe, it, after }`.
 */
export interface ContractRunner {
  readonly describe: (name: string, define: () => void) => unknown
  readonly it: {
    /** The time limit is in milliseconds; runners without one ignore it. */
    (name: string, run: () => Promise<void>, timeout?: number): unknown
    readonly skip: (name: string, run: () => Promise<void>) => unknown
  }
  readonly after?: AfterAll
  readonly afterAll?: AfterAll
}

/** One case of a contract. */
export interface ContractCase<S, C extends string> {
  readonly title: string
  /** Capabilities without which the case is skipped. */
  readonly needs: ReadonlyArray<C>
  readonly run: Effect.Effect<unknown, unknown, S | Scope.Scope>
}

type Body<S, A extends ReadonlyArray<unknown>> = (...args: A) => Effect.Effect<unknown, unknown, S | Scope.Scope>

/** Defines cases, all with the same needs. */
export interface ContractTest<S, C extends string> {
  readonly effect: (title: string, body: Body<S, []>) => void
  /** One case for each item. `%s` in the title is the item, or its first element. */
  readonly each: <A>(items: ReadonlyArray<A>) => (title: string, body: Body<S, [A]>) => void
  /** The same with further needs. */
  readonly needs: (...capabilities: ReadonlyArray<C>) => ContractTest<S, C>
}

/** The cases that a function defines. */
export const contractCases = <S, C extends string>(
  define: (it: ContractTest<S, C>) => void
): ReadonlyArray<ContractCase<S, C>> => {
  const cases: Array<ContractCase<S, C>> = []
  const testOf = (needs: ReadonlyArray<C>): ContractTest<S, C> => ({
    effect: (title, body) => void cases.push({ title, needs, run: Effect.suspend(body) }),
    each: (items) => (title, body) => {
      for (const item of items) {
        const named = String(Array.isArray(item) ? item[0] : item)
        cases.push({ title: title.replace("%s", named), needs, run: Effect.suspend(() => body(item)) })
      }
    },
    needs: (...capabilities) => testOf([...needs, ...capabilities])
  })
  define(testOf([]))
  return cases
}

/**
 * Registers the cases as one suite. Cases whose needs are not offered are registered as skipped, with what they lack in
 * their titles. The layer is built by the first case that runs, and released after the last.
 */
export const runContract = <S, E, C extends string>({ cases, layer, name, offered, runner, timeoutMillis = 30_000 }: {
  readonly name: string
  readonly runner: ContractRunner
  readonly layer: Layer.Layer<S, E>
  readonly offered: ReadonlySet<C>
  readonly cases: ReadonlyArray<ContractCase<S, C>>
  readonly timeoutMillis?: number | undefined
}): void => {
  runner.describe(name, () => {
    const runtime = ManagedRuntime.make(layer)
    const end = runner.afterAll ?? runner.after
    end?.(() => runtime.dispose())
    for (const { needs, run, title } of cases) {
      const missing = needs.filter((need) => !offered.has(need))
      const body = async () => void await runtime.runPromise(Effect.scoped(run))
      if (missing.length === 0) runner.it(title, body, timeoutMillis)
      else runner.it.skip(`${title} (needs ${[...new Set(missing)].join(", ")})`, body)
    }
  })
}
