import type { MaintenanceNotice, PollPayload } from "@namewright/core/registry"
import type { MaintenanceData } from "../message/ResponseData.ts"
import { instantOf } from "./eppValues.ts"

/** System of the registry that an account uses, by the names in maintenance notices. */
export interface RegistrySite {
  /** Names by which the endpoint is reached: its host, and the name in its certificate. */
  readonly hosts: ReadonlyArray<string>
  /** `production`, `ote`, `staging`, `dev`, or a registry's own name of an environment. */
  readonly environment: string
}

/** Event of a maintenance notice (RFC 9167, section 3.3); undefined without a valid start and end. */
export const maintenancePayload = (data: MaintenanceData, site: RegistrySite): PollPayload | undefined => {
  const [starts_on, ends_on] = [instantOf(data.start), instantOf(data.end)]
  if (starts_on === null || ends_on === null) return undefined
  return {
    _tag: "MaintenanceAnnounced",
    change: changes.find((change) => change === data.pollType) ?? "update",
    maintenance: {
      maintenance_id: data.id,
      name: data.name ?? null,
      starts_on,
      ends_on,
      impact: impactOn(site, data),
      systems: data.systems.map(({ host = null, impact, name }) => ({ name, host, impact })),
      environment: environmentOf(data),
      reason: data.reason === "emergency" ? "emergency" : "planned",
      tlds: data.tlds.map((tld) => tld.toLowerCase().replace(/^\./, "")),
      description: data.description ?? null,
      detail: data.detail ?? null
    }
  }
}

const changes = ["create", "update", "delete", "courtesy", "end"] as const

const environmentOf = ({ environment: { name, type } }: MaintenanceData): string =>
  type === "custom" && name !== undefined ? name : type

/** Systems that process commands, for notices without a host. */
const commandSystems: ReadonlySet<string> = new Set(["epp", "srs"])

const impactOn = ({ environment, hosts }: RegistrySite, data: MaintenanceData): MaintenanceNotice["impact"] => {
  if (environmentOf(data).toLowerCase() !== environment.toLowerCase()) return "none"
  const own = new Set(hosts.map((host) => host.toLowerCase()))
  const systems = data.systems.filter(({ host, name }) =>
    host === undefined ? commandSystems.has(name.toLowerCase()) : own.has(host.toLowerCase())
  )
  const impacts = new Set(systems.map(({ impact }) => impact))
  return impacts.has("full") ? "full" : impacts.has("partial") ? "partial" : "none"
}
