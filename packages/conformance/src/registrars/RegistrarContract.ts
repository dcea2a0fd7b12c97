import {
  type RegistrarDomain,
  type RegistrarDriver,
  type RegistrarPage,
  RegistrarProblem,
  type RegistrarReason,
  type RegistrarSecrets
} from "@namewright/core/registrars"
import { Context, Effect, Layer } from "effect"
import * as assert from "../drivers/assert.ts"
import { contractCases, type ContractRunner, runContract } from "../drivers/ContractRunner.ts"

/** A driver with an account at its registrar, or at a server that answers as the registrar does. */
export interface RegistrarAccount {
  readonly driver: RegistrarDriver
  readonly secrets: RegistrarSecrets
  /** At least five domains of the account, as the registrar has them. */
  readonly domains: ReadonlyArray<RegistrarDomain>
  /** Secrets that the registrar does not know. */
  readonly unknown: RegistrarSecrets
  /** Secrets that the registrar knows, of an account without access to the interface. */
  readonly denied?: RegistrarSecrets | undefined
  /** The driver with an address at which nothing answers. */
  readonly unreachable?: RegistrarDriver | undefined
  /** A domain of the account and its auth code. */
  readonly code?: { readonly name: string; readonly auth_code: string } | undefined
  /** A domain of the account with a transfer lock. */
  readonly locked?: string | undefined
}

class UnderTest extends Context.Service<UnderTest, RegistrarAccount>()(
  "@namewright/conformance/registrars/RegistrarContract"
) {}

/** What an account needs for a case beyond its secrets and domains. */
export type RegistrarNeed = "denied" | "unreachable" | "code" | "locked"

export interface RegistrarContractOptions {
  /** `describe` and `it` of the test runner. */
  readonly runner: ContractRunner
  /** Members of the account that are there. Cases that need more are reported as skipped. */
  readonly offered?: ReadonlyArray<RegistrarNeed> | undefined
  /** Time limit of a case; default 30 seconds. */
  readonly timeoutMillis?: number | undefined
}

const call = { signal: new AbortController().signal }

/** What a call throws. */
const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  return assert.fail("expected a problem")
}

const refused = async (secrets: RegistrarSecrets, reason: RegistrarReason, work: () => unknown): Promise<void> => {
  const problem = await thrownBy(work)
  assert.isTrue(problem instanceof RegistrarProblem, `expected a RegistrarProblem, got ${String(problem)}`)
  if (!(problem instanceof RegistrarProblem)) return
  assert.strictEqual(problem.reason, reason)
  for (const secret of Object.values(secrets)) {
    assert.isFalse(`${problem.message} ${problem.detail}`.includes(secret), "a problem repeats a secret")
  }
}

/** All parts of the list from a cursor on. */
const parts = async (
  account: RegistrarAccount,
  limit: number,
  cursor: string | null = null,
  before = 0
): Promise<ReadonlyArray<RegistrarPage>> => {
  const part = await account.driver.listDomains(account.secrets, { cursor, limit }, call)
  if (part.next === null) return [part]
  assert.notStrictEqual(part.next, cursor, "the cursor does not move")
  assert.isTrue(before < 1000, "the list has no end")
  return [part, ...await parts(account, limit, part.next, before + 1)]
}

const byName = (a: RegistrarDomain, b: RegistrarDomain): number => a.name < b.name ? -1 : 1

/** Instant in whole seconds. */
const secondsOf = (value: RegistrarDomain["expires_on"]): number | null =>
  value === null || value === undefined ? null : Math.floor(new Date(value).getTime() / 1000)

/** The members by which domains are compared. */
const compared = (domain: RegistrarDomain) => ({
  name: domain.name.toLowerCase(),
  registered: secondsOf(domain.registered_on),
  expires: secondsOf(domain.expires_on),
  renews: domain.renews === true,
  statuses: [...domain.statuses ?? ["ok"]].toSorted(),
  nameservers: (domain.nameservers ?? []).map((hostname) => hostname.toLowerCase())
})

const test = (run: (account: RegistrarAccount) => Promise<unknown>) =>
  Effect.flatMap(UnderTest, (account) => Effect.promise(() => run(account)))

const cases = contractCases<UnderTest, RegistrarNeed>((it) => {
  it.effect("accepts the secrets of the account", () =>
    test(async ({ driver, secrets }) => driver.verify(secrets, call)))

  it.effect("refuses unknown secrets as `auth`, without repeating them", () =>
    test(async ({ driver, unknown }) => {
      await refused(unknown, "auth", () => driver.verify(unknown, call))
      await refused(unknown, "auth", () => driver.listDomains(unknown, { cursor: null, limit: 10 }, call))
    }))

  it.needs("denied").effect(
    "refuses an account without access as `access`",
    () =>
      test(async ({ denied = {}, driver }) => {
        await refused(denied, "access", () => driver.verify(denied, call))
      })
  )

  it.needs("unreachable").effect(
    "fails if nothing answers, and accepts nothing",
    () =>
      test(async ({ secrets, unreachable }) => {
        const problem = await thrownBy(() => unreachable?.verify(secrets, call))
        assert.isTrue(!(problem instanceof RegistrarProblem) || problem.reason === "unavailable")
      })
  )

  it.each([1, 2, 1000])("lists every domain once, %s at a time", (limit) =>
    test(async (account) => {
      const listed = (await parts(account, limit)).flatMap(({ domains }) => domains)
      assert.deepStrictEqual(
        listed.toSorted(byName).map(compared),
        account.domains.toSorted(byName).map(compared)
      )
    }))

  it.effect("returns about as many domains as it is asked for", () =>
    test(async (account) => {
      for (const { domains } of await parts(account, 2)) assert.isTrue(domains.length <= 100)
    }))

  it.effect("names the secrets that a credential has", () =>
    test(async ({ driver: { credentials }, secrets }) => {
      const known = new Set([...credentials.required, ...credentials.optional ?? []])
      for (const field of Object.keys(secrets)) assert.isTrue(known.has(field), `${field} is not a field`)
      for (const field of credentials.required) assert.isTrue(field in secrets, `${field} is missing`)
    }))

  it.needs("code").effect(
    "returns the auth code of a domain, and refuses one for a domain of others",
    () =>
      test(async ({ code = { name: "", auth_code: "" }, driver, secrets }) => {
        assert.strictEqual(await driver.authCode?.(secrets, code.name, call), code.auth_code)
        await refused(secrets, "refused", () => driver.authCode?.(secrets, "domain-of-nobody.com", call))
      })
  )

  it.needs("locked").effect("removes the transfer lock of a domain", () =>
    test(async (account) => {
      const statuses = async () => {
        const listed = (await parts(account, 1000)).flatMap(({ domains }) => domains)
        return listed.find(({ name }) => name.toLowerCase() === account.locked)?.statuses ?? []
      }
      assert.isTrue((await statuses()).includes("clientTransferProhibited"))
      await account.driver.unlock?.(account.secrets, account.locked ?? "", call)
      assert.isFalse((await statuses()).includes("clientTransferProhibited"))
    }))
})

/**
 * Contract of drivers of external registrars: what `defineRegistrar` returns. The last case changes the account.
 *
 * @example
 * import * as runner from "node:test"
 * registrarContract("acme", () => acmeAccount, { runner })
 */
export const registrarContract = (
  name: string,
  make: () => RegistrarAccount | Promise<RegistrarAccount>,
  { offered = [], runner, timeoutMillis }: RegistrarContractOptions
): void =>
  runContract<UnderTest, never, RegistrarNeed>({
    name: `Registrar (${name})`,
    runner,
    layer: Layer.effect(UnderTest, Effect.promise(async () => make())),
    offered: new Set(offered),
    cases,
    timeoutMillis
  })
