/** Host of the platform itself. */
export const ownHost = "names.example"

/** Settings of a platform that serves brands. */
export const brandSettings = {
  baseUrl: `http://${ownHost}`,
  signInPages: `http://${ownHost}/realms/sandbox`,
  whitelabel: { zone: "brands-of-example.com", addresses: { ipv4: ["192.0.2.80"], ipv6: [] } }
} as const

/** Label and hosts of a brand below the zone of the platform. */
export const brandHosts = (number: number) => {
  const label = `brand-${number}x`
  const pair = `${label}.${brandSettings.whitelabel.zone}`
  return { label, pair, app: `app.${pair}`, auth: `auth.${pair}` }
}
