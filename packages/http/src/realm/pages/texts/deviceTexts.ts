import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../../shared/pages/Html.ts"

/** Reason for which the code of a device is refused. */
export type DeviceProblem = "unknown" | "expired" | "used" | "aborted" | "missing"

interface DeviceTexts {
  readonly entry: { readonly title: string; readonly code: string; readonly hint: string; readonly button: string }
  readonly problems: Readonly<Record<DeviceProblem, string>>
  readonly confirmation: {
    readonly title: string
    readonly shows: (program: HtmlValue) => HtmlValue
    readonly asks: string
    readonly warning: string
    readonly yes: string
    readonly no: string
  }
  readonly connected: {
    readonly title: string
    readonly text: (program: HtmlValue) => HtmlValue
    readonly programs: string
  }
}

export const deviceTexts: Readonly<Record<MailLocale, DeviceTexts>> = {
  en: {
    entry: {
      title: "Connect a device",
      code: "Code on your device",
      hint: "Eight letters, like BCDF-GHJK",
      button: "Continue"
    },
    problems: {
      unknown: "The code is unknown. Check your device.",
      expired: "This code has expired. Request a new one on your device.",
      used: "This code was used before. Request a new one on your device.",
      aborted: "You have not connected the device.",
      missing: "Enter the code that your device shows."
    },
    confirmation: {
      title: "Is this your device?",
      shows: (program) => html`The program ${program} shows this code:`,
      asks: "It asks to:",
      warning:
        "Go on only if you see this code on a device of yours, and started the program yourself. Nobody has a reason to send you such a code.",
      yes: "Yes, it is mine",
      no: "No"
    },
    connected: {
      title: "Connected",
      text: (program) => html`${program} is connected. Return to your device; you can close this page.`,
      programs: "Programs that you have connected"
    }
  },
  de: {
    entry: {
      title: "Gerät verbinden",
      code: "Code auf Ihrem Gerät",
      hint: "Acht Buchstaben, etwa BCDF-GHJK",
      button: "Weiter"
    },
    problems: {
      unknown: "Der Code ist unbekannt. Sehen Sie auf Ihrem Gerät nach.",
      expired: "Dieser Code ist abgelaufen. Fordern Sie auf Ihrem Gerät einen neuen an.",
      used: "Dieser Code wurde schon verwendet. Fordern Sie auf Ihrem Gerät einen neuen an.",
      aborted: "Sie haben das Gerät nicht verbunden.",
      missing: "Geben Sie den Code ein, den Ihr Gerät zeigt."
    },
    confirmation: {
      title: "Ist das Ihr Gerät?",
      shows: (program) => html`Das Programm ${program} zeigt diesen Code:`,
      asks: "Es möchte:",
      warning:
        "Fahren Sie nur fort, wenn Sie diesen Code auf einem eigenen Gerät sehen und das Programm selbst gestartet haben. Niemand hat einen Grund, Ihnen einen solchen Code zu senden.",
      yes: "Ja, es ist meins",
      no: "Nein"
    },
    connected: {
      title: "Verbunden",
      text: (program) =>
        html`${program} ist verbunden. Kehren Sie zu Ihrem Gerät zurück; diese Seite können Sie schließen.`,
      programs: "Programme, die Sie verbunden haben"
    }
  }
}
