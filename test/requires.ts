import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { TestOptions } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    /** Requirements of a skipped test or suite that this machine lacks. */
    missing?: ReadonlyArray<RequirementName>
  }
}

/** PATH with /usr/sbin and /sbin, where Debian installs servers, and which the PATH of ordinary users lacks. */
export const programPath = [process.env["PATH"], "/usr/sbin", "/sbin"].join(delimiter)

interface Requirement {
  /** Debian package of the requirement; undefined if no package contains it. */
  readonly package: string | undefined
  /** Path at which it is expected, if no package contains it. */
  readonly path?: string
  readonly isMet: () => boolean
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

const program = (name: string, from: string): Requirement => ({
  package: from,
  isMet: () => programPath.split(delimiter).some((folder) => isProgram(join(folder, name)))
})

const file = (path: string, from?: string): Requirement => ({ package: from, path, isMet: () => existsSync(path) })

/** Path next to the checkout. Such files are not published with the repository. */
const beside = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Schema that imports those of EPP and of extensions, including those of registries, from its folder. */
export const eppSchema = beside("shared/epp-xsd/all.xsd")
/** Script that runs the life cycle of a domain with Net::EPP. */
export const netEppWalk = beside("shared/peers/peer-netepp.pl")
export const powerDnsSchema = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql"
export const powerDnsPgSchema = "/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql"
/** Path of Chromium: Debian's, or `NAMEWRIGHT_CHROMIUM`. */
export const chromiumPath = process.env["NAMEWRIGHT_CHROMIUM"] ?? "/usr/bin/chromium"

/** Requirements of suites and benchmarks that `npm ci` does not install. */
const requirements = {
  curl: program("curl", "curl"),
  delv: program("delv", "bind9-dnsutils"),
  dig: program("dig", "bind9-dnsutils"),
  dnsperf: program("dnsperf", "dnsperf"),
  "dnssec-keygen": program("dnssec-keygen", "bind9-utils"),
  "dnssec-signzone": program("dnssec-signzone", "bind9-utils"),
  "dnssec-verify": program("dnssec-verify", "bind9-utils"),
  kzonecheck: program("kzonecheck", "knot-dnssecutils"),
  knotd: program("knotd", "knot"),
  "ldns-read-zone": program("ldns-read-zone", "ldnsutils"),
  "ldns-verify-zone": program("ldns-verify-zone", "ldnsutils"),
  named: program("named", "bind9"),
  "named-checkconf": program("named-checkconf", "bind9-utils"),
  "named-checkzone": program("named-checkzone", "bind9-utils"),
  nginx: program("nginx", "nginx-light"),
  nsd: program("nsd", "nsd"),
  "nsd-checkconf": program("nsd-checkconf", "nsd"),
  "nsd-control": program("nsd-control", "nsd"),
  pebble: program("pebble", "pebble"),
  "pebble-challtestsrv": program("pebble-challtestsrv", "pebble"),
  pdns_server: program("pdns_server", "pdns-server"),
  pgbouncer: program("pgbouncer", "pgbouncer"),
  sqlite3: program("sqlite3", "sqlite3"),
  Chromium: file(chromiumPath, "chromium"),
  "PowerDNS schema for SQLite": file(powerDnsSchema, "pdns-backend-sqlite3"),
  "PowerDNS schema for PostgreSQL": file(powerDnsPgSchema, "pdns-backend-pgsql"),
  "Net::EPP for Perl": {
    package: "libnet-epp-perl",
    isMet: () => spawnSync("perl", ["-MNet::EPP", "-e", "1"], { env: { PATH: programPath } }).status === 0
  },
  "`npm ci --prefix tools/registry`": {
    package: undefined,
    isMet: () => existsSync(fileURLToPath(new URL("../tools/registry/node_modules/verdaccio", import.meta.url)))
  },
  "registry of npm": {
    package: undefined,
    isMet: () => spawnSync("npm", ["view", "vitest@3", "name", "--fetch-retries=0"], { timeout: 30_000 }).status === 0
  },
  "EPP schemas of registries": file(eppSchema),
  "Net::EPP walk": file(netEppWalk)
} as const satisfies Record<string, Requirement>

export type RequirementName = keyof typeof requirements

/** Debian packages of the requirements, sorted and unique. */
export const packagesOf = (names: Iterable<RequirementName>): ReadonlyArray<string> => {
  const packages = [...names].flatMap((name) => requirements[name].package ?? [])
  return [...new Set<string>(packages)].toSorted()
}

/** One line per requirement without a package, with the path at which it is expected. */
export const missingPathsOf = (names: Iterable<RequirementName>): ReadonlyArray<string> =>
  [...new Set(names)].flatMap((name) => {
    const { package: from, path }: Requirement = requirements[name]
    return from === undefined && path !== undefined ? [`${name}: ${path}`] : []
  })

/** True if packages contain all of the requirements. */
export const isInstallable = (names: ReadonlyArray<RequirementName>): boolean =>
  names.every((name) => requirements[name].package !== undefined)

/** `hidden`: as if no requirement were installed. `required`: all requirements with packages must be installed. */
const mode = process.env["NAMEWRIGHT_OPTIONAL_PROGRAMS"]

const known = new Map<RequirementName, boolean>()

/** True if this machine has the requirement. */
export const isThere = (name: RequirementName): boolean => {
  if (mode === "hidden") return false
  const found = known.get(name) ?? requirements[name].isMet()
  known.set(name, found)
  return found
}

/**
 * Options of a test or suite that runs only if these requirements are installed. Otherwise it is skipped, and
 * `SkippedSuites` lists it at the end of the run. Throws instead if `NAMEWRIGHT_OPTIONAL_PROGRAMS` is `required` and
 * packages contain everything that is missing.
 */
export const requires = (...names: ReadonlyArray<RequirementName>): TestOptions => {
  const missing = names.filter((name) => !isThere(name))
  if (missing.length === 0) return {}
  if (mode === "required" && isInstallable(missing)) {
    throw new Error(`Missing: ${missing.join(", ")}. Install ${packagesOf(missing).join(" ")}.`)
  }
  return { skip: true, meta: { missing } }
}
