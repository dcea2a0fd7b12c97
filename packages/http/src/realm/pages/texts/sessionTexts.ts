import type { MailLocale } from "@namewright/core/mail"

interface SessionTexts {
  readonly title: string
  readonly intro: string
  readonly browser: string
  readonly address: string
  readonly since: string
  readonly lastUse: string
  readonly current: string
  readonly end: string
  readonly endOthers: string
  readonly unknown: string
  readonly done: string
  readonly back: string
}

export const sessionTexts: Readonly<Record<MailLocale, SessionTexts>> = {
  en: {
    title: "Your sessions",
    intro: "You are signed in with these browsers. Programs that you have connected are on your account page.",
    browser: "Browser",
    address: "Address",
    since: "Since",
    lastUse: "Last use",
    current: "This browser",
    end: "End the session",
    endOthers: "End all other sessions",
    unknown: "Unknown browser",
    done: "The session has ended.",
    back: "Back to your account"
  },
  de: {
    title: "Ihre Sitzungen",
    intro: "Mit diesen Browsern sind Sie angemeldet. Verbundene Programme finden Sie auf Ihrer Kontoseite.",
    browser: "Browser",
    address: "Adresse",
    since: "Seit",
    lastUse: "Zuletzt benutzt",
    current: "Dieser Browser",
    end: "Sitzung beenden",
    endOthers: "Alle anderen Sitzungen beenden",
    unknown: "Unbekannter Browser",
    done: "Die Sitzung ist beendet.",
    back: "Zurück zu Ihrem Konto"
  }
}
