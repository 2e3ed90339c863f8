import type { SignupSettings } from '../../features/settings/settings.ts';

/** The additional sources that the widget of a captcha needs. */
export interface CaptchaOrigins {
  script: readonly string[];
  frame: readonly string[];
  connect?: readonly string[];
  style?: readonly string[];
}

/** As each provider documents them for a content security policy. */
export const CAPTCHA_ORIGINS: Record<NonNullable<SignupSettings['captcha']>, CaptchaOrigins> = {
  turnstile: { script: ['https://challenges.cloudflare.com'], frame: ['https://challenges.cloudflare.com'] },
  hcaptcha: {
    script: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    frame: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    connect: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    style: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
};
