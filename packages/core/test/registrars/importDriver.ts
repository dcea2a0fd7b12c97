import {
  defineRegistrar,
  type RegistrarDriver,
  RegistrarProblem,
  type RegistrarReason
} from "@namewright/core/registrars"

/** Account at a registrar whose domains are imported. All of its domains have one auth code. */
export interface ImportAccount {
  readonly names: ReadonlyArray<string>
  readonly auth_code: string
  /** Calls that are not carried out, with their reasons. */
  readonly refuses: Map<"listDomains" | "unlock" | "authCode", RegistrarReason>
  /** Removes the lock of a domain at its registry. */
  readonly unlocked?: (name: string) => Promise<void>
  /** Calls about one domain, as `unlock NAME`. */
  readonly calls: Array<string>
}

export const importAccount = (members: Partial<ImportAccount> & Pick<ImportAccount, "names">): ImportAccount => ({
  auth_code: "Secret-Code-42",
  refuses: new Map(),
  calls: [],
  ...members
})

/** Driver with accounts by `api_key`. `afterCall` runs after each call about one domain. */
export const importDriver = (
  accounts: ReadonlyMap<string, ImportAccount>,
  afterCall: () => void = () => {}
): RegistrarDriver => {
  const accountOf = (api_key: string | undefined) => {
    const account = accounts.get(api_key ?? "")
    if (account === undefined) throw new RegistrarProblem("auth", "Unknown key")
    return account
  }
  const called = (account: ImportAccount, method: "unlock" | "authCode", name: string) => {
    account.calls.push(`${method} ${name}`)
    const reason = account.refuses.get(method)
    if (reason !== undefined) throw new RegistrarProblem(reason, `No ${method}`)
    if (!account.names.includes(name)) throw new RegistrarProblem("refused", `No domain ${name}`)
  }
  return defineRegistrar({
    credentials: { required: ["api_key"] },
    verify: ({ api_key }) => void accountOf(api_key),
    listDomains: ({ api_key }) => {
      const { names, refuses } = accountOf(api_key)
      const reason = refuses.get("listDomains")
      if (reason !== undefined) throw new RegistrarProblem(reason, "No list")
      return { domains: names.map((name) => ({ name, expires_on: "2040-01-01T00:00:00Z" })), next: null }
    },
    unlock: async ({ api_key }, name) => {
      const account = accountOf(api_key)
      called(account, "unlock", name)
      await account.unlocked?.(name)
      afterCall()
    },
    authCode: ({ api_key }, name) => {
      const account = accountOf(api_key)
      called(account, "authCode", name)
      afterCall()
      return account.auth_code
    }
  })
}
