import { AcmeProblem } from "./AcmeProblem.ts"
import { httpsExchange } from "./httpsExchange.ts"

/** Root certificates of authorities by the origins of their directories. */
const trustedRootsOf = new Map<string, string>()

const load = () => import("acme-client").then((module) => module.default)

export type AcmeClient = Awaited<ReturnType<typeof load>>

let loaded: Promise<AcmeClient> | undefined

/**
 * Loads `acme-client` when the first authority is called: it takes 41 MiB of memory. Its requests are sent without the
 * library's repetitions, which wait as long as a server demands, and failures keep their status and `Retry-After`.
 */
export const loadAcmeClient = (directoryUrl: string, trustedRoots: string | undefined): Promise<AcmeClient> => {
  if (trustedRoots !== undefined) trustedRootsOf.set(new URL(directoryUrl).origin, trustedRoots)
  loaded ??= load().then((acme) => {
    acme.axios.defaults.adapter = async (config) => {
      const { data, headers, method = "get", url = "" } = config
      const response = await httpsExchange({
        url,
        method: method.toUpperCase(),
        headers: Object.fromEntries(
          Object.entries(headers.toJSON()).flatMap(([name, value]) => value === null ? [] : [[name, String(value)]])
        ),
        body: typeof data === "string" ? data : undefined,
        trustedRoots: trustedRootsOf.get(new URL(url).origin)
      })
      const problem = new AcmeProblem(response, Date.now())
      // The library repeats a request with a used nonce itself.
      if (response.status >= 400 && problem.type !== "badNonce") throw problem
      return { config, status: response.status, statusText: "", headers: response.headers, data: response.body }
    }
    return acme
  })
  return loaded
}
