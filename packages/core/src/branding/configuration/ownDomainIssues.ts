import { Option, Schema } from "effect"
import { Hostname, type InputIssue, inputIssue } from "../../shared/index.ts"
import type { UpgradeWhitelabel } from "./Whitelabel.ts"
import { isOfPlatform, subdomainOf } from "./whitelabelLabel.ts"
import type { OwnDomain } from "./WhitelabelState.ts"

const issue = (member: string, msg: string, input: unknown): InputIssue =>
  inputIssue(["body", member], "value_error", msg, input)

const decodeHostname = Schema.decodeUnknownOption(Hostname)

/** Problem of one subdomain and of the host that it makes. */
const subdomainIssues = (member: string, subdomain: string, hostname: string): ReadonlyArray<InputIssue> => {
  const name = subdomainOf(subdomain)
  if (name === undefined) {
    return [
      issue(member, "A subdomain is made of labels of letters, digits and hyphens, with dots between them", subdomain)
    ]
  }
  return Option.isSome(decodeHostname(`${name}.${hostname}`))
    ? []
    : [issue(member, `${name}.${hostname} is no valid hostname`, subdomain)]
}

/** Problems of the hosts of an own domain. `zone` is the platform's, below which it cannot be. */
export const ownDomainIssues = (
  { auth_subdomain, dashboard_subdomain, hostname }: UpgradeWhitelabel,
  zone: string
): ReadonlyArray<InputIssue> => [
  ...(isOfPlatform(hostname, zone) ? [issue("hostname", `The domain is part of ${zone}`, hostname)] : []),
  ...subdomainIssues("auth_subdomain", auth_subdomain, hostname),
  ...(dashboard_subdomain ? subdomainIssues("dashboard_subdomain", dashboard_subdomain, hostname) : []),
  ...(dashboard_subdomain && dashboard_subdomain.toLowerCase() === auth_subdomain.toLowerCase()
    ? [issue("dashboard_subdomain", "The dashboard and the sign-in have different hosts", dashboard_subdomain)]
    : [])
]

/** Stored members of an own domain; its zone is looked up by the onboarding. */
export const ownDomainOf = (
  { auth_subdomain, create_zone, dashboard_subdomain, hostname }: UpgradeWhitelabel
): OwnDomain => ({
  own_hostname: hostname,
  dashboard_subdomain: dashboard_subdomain?.toLowerCase() ?? null,
  auth_subdomain: auth_subdomain.toLowerCase(),
  create_zone: create_zone ?? false,
  dns_zone_id: null
})

/** A configuration without an own domain. */
export const noOwnDomain: OwnDomain = {
  own_hostname: null,
  dashboard_subdomain: null,
  auth_subdomain: null,
  create_zone: false,
  dns_zone_id: null
}
