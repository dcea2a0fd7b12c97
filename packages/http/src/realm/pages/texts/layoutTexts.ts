import type { MailLocale } from "@namewright/core/mail"

interface LayoutTexts {
  /** The name of the person follows. */
  readonly signedInAs: string
  readonly signOut: string
}

export const layoutTexts: Readonly<Record<MailLocale, LayoutTexts>> = {
  en: { signedInAs: "Signed in as", signOut: "Sign out" },
  de: { signedInAs: "Angemeldet als", signOut: "Abmelden" }
}
