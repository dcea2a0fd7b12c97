import { Redacted } from "effect"
import { parseSender } from "../mail/index.ts"
import { ConfigurationError, type PlatformSettings, standardSettings } from "../shared/index.ts"
import { platformProblems } from "./optionChecks.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"

/** The settings that the options ask for; throws a `ConfigurationError` with every problem. */
export const settingsOf = (options: PlatformOptions): PlatformSettings => {
  const problems = platformProblems(options)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const baseUrl = String(options.baseUrl ?? standardSettings.base_url)
  const environment = options.environment ?? standardSettings.environment
  const cacheSeconds = options.credentialCacheSeconds ?? standardSettings.credential_cache_seconds
  const secret = options.keyEncryptionSecret
  const dns = { ...standardSettings.dns, ...options.dns }
  const pages = {
    ...(options.approvalPages === undefined ? {} : { approval_pages: pagesAt(options.approvalPages) }),
    ...(options.signInPages === undefined ? {} : { sign_in_pages: pagesAt(options.signInPages) })
  }
  return {
    environment,
    base_url: baseUrl.replace(/\/+$/, ""),
    credential_cache_seconds: cacheSeconds,
    webhook_loopback: options.webhookLoopback === true,
    own_programs: options.ownPrograms ?? [],
    dns,
    mail_from: (options.mailFrom === undefined ? undefined : parseSender(options.mailFrom)) ??
      standardSettings.mail_from,
    ...(options.brandMailFrom === undefined ? {} : { brand_mail_from: options.brandMailFrom.trim() }),
    ...(options.mailSpfDomain === undefined ? {} : { mail_spf_domain: options.mailSpfDomain.toLowerCase() }),
    expiry_mail_days: options.expiryMailDays ?? standardSettings.expiry_mail_days,
    ...(options.whitelabel === undefined ? {} : { whitelabel: options.whitelabel }),
    ...pages,
    ...(secret === undefined ? {} : { key_encryption_secret: Redacted.make(textOf(secret)) })
  }
}

const pagesAt = (address: string | URL): string => String(address).replace(/\/+$/, "")

const textOf = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
