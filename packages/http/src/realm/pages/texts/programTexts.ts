import type { MailLocale } from "@namewright/core/mail"

/** Locations and uses of programs. */
interface ProgramTexts {
  readonly device: string
  readonly app: (scheme: string) => string
  readonly computer: (host: string) => string
  readonly withoutBrowser: string
  readonly unused: string
  readonly usedFrom: (moment: string, address: string) => string
}

export const programTexts: Readonly<Record<MailLocale, ProgramTexts>> = {
  en: {
    device: "your device",
    app: (scheme) => `an app on this device (${scheme})`,
    computer: (host) => `a program on this computer (${host})`,
    withoutBrowser: "a device without a browser",
    unused: "not yet",
    usedFrom: (moment, address) => `${moment} from ${address}`
  },
  de: {
    device: "Ihr Gerät",
    app: (scheme) => `eine App auf diesem Gerät (${scheme})`,
    computer: (host) => `ein Programm auf diesem Computer (${host})`,
    withoutBrowser: "ein Gerät ohne Browser",
    unused: "noch nicht",
    usedFrom: (moment, address) => `${moment} von ${address}`
  }
}
