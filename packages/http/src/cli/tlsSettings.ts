import { acmeDirectory, hidden, nonEmpty, oneOf, plainAddresses, portOrNone, yesOrNo } from "./Reading.ts"
import type { Setting } from "./Setting.ts"

/** Settings of HTTPS and of certificate authorities. */
export const tlsSettings = {
  tls: {
    flag: "tls",
    metavar: "NAME",
    description:
      "HTTPS: none for HTTP, for example behind a proxy; acme for certificates that the platform obtains itself; files for those of --tls-cert",
    standard: "none",
    read: oneOf(["none", "acme", "files"])
  },
  tlsCert: {
    flag: "tls-cert",
    metavar: "FILE",
    description: "Certificate and intermediate ones in PEM for --tls files; a replaced file is used within a minute",
    standard: undefined,
    read: nonEmpty
  },
  tlsKey: {
    flag: "tls-key",
    metavar: "FILE",
    description: "Private key in PEM for --tls files",
    standard: undefined,
    read: nonEmpty
  },
  httpPort: {
    flag: "http-port",
    metavar: "NUMBER",
    description:
      "With --tls, port for plain HTTP: challenges of certificate authorities, health checks and redirects; 0 selects a free one, none disables it",
    standard: "80",
    read: portOrNone
  },
  publicAddresses: {
    flag: "public-addresses",
    metavar: "LIST",
    description:
      "Public addresses of the servers of this installation, separated by commas; certificates are ordered only for hosts with these addresses; without them, the addresses of hosts are not checked",
    standard: undefined,
    read: plainAddresses
  },
  acmeDirectory: {
    flag: "acme-directory",
    metavar: "URL",
    description:
      "Certificate authority with ACME: letsencrypt, letsencrypt-staging, or the address of a directory; default with --tls acme in production letsencrypt, and in a sandbox an authority of its own",
    standard: undefined,
    read: acmeDirectory
  },
  acmeAcceptTerms: {
    flag: "acme-accept-terms",
    metavar: "BOOLEAN",
    description: "Accepts the terms of service of the chosen certificate authorities",
    standard: "false",
    read: yesOrNo,
    bare: "true"
  },
  acmeEmail: {
    flag: "acme-email",
    metavar: "ADDRESS",
    description: "Contact address of the accounts at certificate authorities",
    standard: undefined,
    read: nonEmpty
  },
  acmeKeyId: {
    flag: "acme-key-id",
    metavar: "TEXT",
    description: "Key id of the external account, if the authority demands one",
    standard: undefined,
    read: nonEmpty
  },
  acmeHmacKey: {
    flag: "acme-hmac-key",
    metavar: "KEY",
    description: "HMAC key of the external account; preferably not a flag",
    standard: undefined,
    read: hidden,
    secret: true
  },
  acmeFallbackDirectory: {
    flag: "acme-fallback-directory",
    metavar: "URL",
    description: "Second certificate authority, used while the first one refuses or does not answer",
    standard: undefined,
    read: acmeDirectory
  },
  acmeFallbackKeyId: {
    flag: "acme-fallback-key-id",
    metavar: "TEXT",
    description: "Key id of the external account at the second authority",
    standard: undefined,
    read: nonEmpty
  },
  acmeFallbackHmacKey: {
    flag: "acme-fallback-hmac-key",
    metavar: "KEY",
    description: "HMAC key of the external account at the second authority; preferably not a flag",
    standard: undefined,
    read: hidden,
    secret: true
  },
  acmeRoots: {
    flag: "acme-roots",
    metavar: "FILE",
    description: "Roots in PEM that are trusted for the servers of private authorities",
    standard: undefined,
    read: nonEmpty
  }
} as const satisfies Record<string, Setting<unknown>>
