// Made by scripts/generate.ts from the routes of the service; not to be edited.
import type { CallOptions, DocumentItem, LogRecord, Result } from './types.ts';

export interface Account {
  id: number;
  uid: string;
  name: string;
  handle: string;
  email: string;
  email_verified: boolean;
  phone: string | null;
  avatar_url: string | null;
  role: string;
  status: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  updated_at: string;
}

export interface SessionRecord {
  id: number;
  account_id: number;
  ip_address: string;
  user_agent: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  expires_at: string;
}

export interface ListedSession {
  id: number;
  account_id: number;
  ip_address: string;
  user_agent: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  expires_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  last_used_at: string;
}

export interface OwnSession {
  id: number;
  account_id: number;
  ip_address: string;
  user_agent: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  expires_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  last_used_at: string;
  /** Whether this session sent the request */
  current: boolean;
}

export interface TokenClaims {
  aid: number;
  sid: number;
  type: 'access';
  /** Unix seconds */
  exp: number;
  /** Unix seconds */
  iat: number;
  jti: string;
}

export interface ProviderLink {
  id: number;
  /** The configured name; the issuer if the provider is no longer configured */
  provider: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
}

export interface ListedLink {
  id: number;
  /** The configured name; the issuer if the provider is no longer configured */
  provider: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
  account_id: number;
  /** The person's id at the provider */
  subject: string;
}

export interface Otp {
  id: number;
  identifier: string;
  purpose: string;
  /** Wrong guesses from all addresses; the fifth from the address that asked for the code burns it */
  attempts: number;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  expires_at: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  used_at: string | null;
}

export interface CookieFacts {
  cookie_mode: boolean;
  access_cookie_name: string;
  refresh_cookie_name: string;
  path: string;
  domain: string | null;
  secure: boolean;
  samesite: string;
}

export interface TokenResponse {
  /** Not in cookie mode */
  access_token?: string;
  /** In dual-token mode; not in cookie mode */
  refresh_token?: string;
  token_type: 'Bearer' | 'Cookie';
  cookie?: CookieFacts;
  account: Account;
}

export interface Action {
  success: true;
  message: string;
}

export interface CountedAction {
  success: true;
  message: string;
  count: number;
}

export interface LogFile {
  /** `app`, `server`, or the full name of a snapshot, `{source}-{name}` */
  name: string;
  source: 'app' | 'server';
  filename: string;
  format: 'jsonl' | 'text';
  size_bytes: number;
  records: number;
  streamable: boolean;
  resettable: boolean;
  deletable: boolean;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at?: string;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  updated_at: string;
}

export interface SettingsChange {
  section: string;
  version: number;
  /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
  created_at: string;
  account_id: number | null;
  account_email: string | null;
  /** By field, with secrets masked */
  changes: Record<
    string,
    {
      before: unknown;
      after: unknown;
    }
  >;
  rolled_back_to: number | null;
}

export interface DocumentMatch {
  path: string;
  /** From 1 */
  line: number;
  snippet: string;
}

/** The methods that call one route each. */
export interface Api {
  /** Sign in; unknown identifiers and wrong passwords get the same answer. `POST /auth/login`. Fails with LoginRefusedError, InvalidCredentialsError, AccountInactiveError, RateLimitedError, ServiceUnavailableError */
  login: (
    input: {
      /** Email, handle or phone */
      identifier: string;
      /** At most 1,024 bytes */
      password: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Sign in with an email, handle or phone and a password. `POST /auth/login/password`. Fails with LoginRefusedError, InvalidCredentialsError, UserNotFoundError, AccountInactiveError, RateLimitedError, ServiceUnavailableError */
  loginWithPassword: (
    input: {
      /** Email, handle or phone */
      identifier: string;
      /** At most 1,024 bytes */
      password: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Sign in with a mailed code; if the request has a password too, both must be right. `POST /auth/login/otp`. Fails with LoginRefusedError, OTPInvalidError, OTPExpiredError, OTPNotFoundError, UserNotFoundError, InvalidCredentialsError, AccountInactiveError, RateLimitedError, ServiceUnavailableError */
  loginWithOtp: (
    input: {
      /** One plain address, at most 254 characters */
      email: string;
      /** Exactly 6 digits */
      otp: string;
      /** At most 1,024 bytes */
      password?: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Create an account with a password, a handle and an optional phone, and sign in at once. `POST /auth/signup`. Fails with LoginRefusedError, WeakPasswordError, EmailAlreadyExistsError, HandleAlreadyExistsError, PhoneAlreadyExistsError, RateLimitedError, ServiceUnavailableError */
  signup: (
    input: {
      /** One plain address, at most 254 characters */
      email: string;
      /** At most 1,024 bytes */
      password: string;
      /** Letters, digits, ".", "_", "-"; at least one letter; case-insensitive */
      handle: string;
      /** 1 to 200 characters */
      name: string;
      /** With + or 00 and the country code; stored in E.164 form; null or empty: none */
      phone?: string | null;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Create an account with a password and sign in at once. `POST /auth/signup/password`. Fails with LoginRefusedError, WeakPasswordError, EmailAlreadyExistsError, HandleAlreadyExistsError, RateLimitedError, ServiceUnavailableError */
  signupWithPassword: (
    input: {
      /** 1 to 200 characters */
      name: string;
      /** One plain address, at most 254 characters */
      email: string;
      /** At most 1,024 bytes */
      password: string;
      /** Letters, digits, ".", "_", "-"; at least one letter; case-insensitive */
      handle?: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Create an account with a password and a mailed code, and sign in at once. `POST /auth/signup/otp`. Fails with LoginRefusedError, WeakPasswordError, EmailAlreadyExistsError, HandleAlreadyExistsError, OTPInvalidError, OTPExpiredError, OTPNotFoundError, RateLimitedError, ServiceUnavailableError */
  signupWithOtp: (
    input: {
      /** 1 to 200 characters */
      name: string;
      /** One plain address, at most 254 characters */
      email: string;
      /** At most 1,024 bytes */
      password: string;
      /** Exactly 6 digits */
      otp: string;
      /** Letters, digits, ".", "_", "-"; at least one letter; case-insensitive */
      handle?: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Set a new password with a mailed code; all earlier sessions end. `POST /auth/forgot/password`. Fails with LoginRefusedError, WeakPasswordError, OTPInvalidError, OTPExpiredError, OTPNotFoundError, UserNotFoundError, AccountInactiveError, RateLimitedError, ServiceUnavailableError */
  resetPassword: (
    input: {
      /** One plain address, at most 254 characters */
      email: string;
      /** Exactly 6 digits */
      otp: string;
      /** At most 1,024 bytes */
      password: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Exchange the one-time code of a redirect for tokens. `POST /auth/token/exchange`. Fails with InvalidTokenError, AccountInactiveError */
  exchangeCode: (
    input: {
      code: string;
      /** The verifier that the code_challenge was made from, if there was one */
      code_verifier?: string;
    },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /** Mail a code; with a link if the frontend is known. `POST /auth/send/email/otp/{purpose}`. Fails with FrontendUrlNotAllowedError, RateLimitedError, EmailNotConfiguredError, ServiceUnavailableError */
  sendOtp: (
    input: {
      purpose: 'signup' | 'login' | 'reset' | 'verify';
      /** Base address of an allowed frontend */
      frontend_url?: string;
      /** One plain address, at most 254 characters */
      email: string;
      /** For a sign-in: its redirect then carries a one-time code, in either profile; only the verifier can exchange it */
      code_challenge?: string;
      code_challenge_method?: 'S256';
    },
    options?: CallOptions,
  ) => Promise<
    Result<{
      /** Unix seconds */
      expires_at: number;
    }>
  >;
  /** Mail a magic link, together with its code. `POST /auth/send/email/link/{purpose}`. Fails with FrontendUrlNotAllowedError, RateLimitedError, EmailNotConfiguredError, ServiceUnavailableError */
  sendLink: (
    input: {
      purpose: 'signup' | 'login' | 'reset' | 'verify';
      /** Base address of an allowed frontend */
      frontend_url?: string;
      /** One plain address, at most 254 characters */
      email: string;
      /** For a sign-in: its redirect then carries a one-time code, in either profile; only the verifier can exchange it */
      code_challenge?: string;
      code_challenge_method?: 'S256';
    },
    options?: CallOptions,
  ) => Promise<
    Result<{
      /** Unix seconds */
      expires_at: number;
    }>
  >;
  /** Use a magic link's code without opening the link, for a page that asks before it spends the code. `POST /auth/link/{purpose}`. Fails with LoginRefusedError, OTPInvalidError, OTPExpiredError, OTPNotFoundError, UserNotFoundError, AccountInactiveError, RateLimitedError */
  confirmLink: (
    input: {
      purpose: 'signup' | 'login' | 'reset' | 'verify';
      /** One plain address, at most 254 characters */
      email: string;
      /** Exactly 6 digits */
      otp: string;
    },
    options?: CallOptions,
  ) => Promise<
    Result<
      | TokenResponse
      | {
          success: true;
          message: string;
          email: string;
        }
    >
  >;
  /** The signed-in account, its session and the claims of its token. `GET /auth/me` */
  me: (
    input?: undefined,
    options?: CallOptions,
  ) => Promise<
    Result<{
      account: Account;
      session: SessionRecord;
      payload: TokenClaims;
    }>
  >;
  /** Change your own profile; a null or empty phone or avatar_url is cleared. `PATCH /auth/me`. Fails with EmailAlreadyExistsError, HandleAlreadyExistsError, PhoneAlreadyExistsError, InvalidCredentialsError, ReauthenticationRequiredError, RateLimitedError, ServiceUnavailableError */
  updateMe: (
    input?: {
      /** 1 to 200 characters */
      name?: string;
      /** One plain address, at most 254 characters */
      email?: string;
      /** Letters, digits, ".", "_", "-"; at least one letter; case-insensitive */
      handle?: string;
      /** An http or https address; null or empty: none */
      avatar_url?: string | null;
      /** With + or 00 and the country code; stored in E.164 form; null or empty: none */
      phone?: string | null;
      /** At most 1,024 bytes */
      current_password?: string;
    },
    options?: CallOptions,
  ) => Promise<Result<Account>>;
  /** Set a new password; all other sessions of the account end. `PUT /auth/update/password`. Fails with WeakPasswordError, InvalidCredentialsError, ReauthenticationRequiredError, RateLimitedError, ServiceUnavailableError */
  updatePassword: (
    input: {
      /** At most 1,024 bytes */
      password: string;
      /** At most 1,024 bytes */
      current_password?: string;
    },
    options?: CallOptions,
  ) => Promise<Result<Action>>;
  /** End this session. `POST /auth/logout` */
  logout: (input?: undefined, options?: CallOptions) => Promise<Result<Action>>;
  /** End every session of the account, this one included. `POST /auth/logout-all` */
  logoutAll: (input?: undefined, options?: CallOptions) => Promise<Result<Action>>;
  sessions: {
    /** Your own live sessions, newest first. `GET /auth/me/sessions` */
    list: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<{
        sessions: OwnSession[];
      }>
    >;
    /** End one of your own sessions. `DELETE /auth/me/sessions/{id}`. Fails with SessionNotFoundError */
    end: (
      input: {
        id: number;
      },
      options?: CallOptions,
    ) => Promise<Result<Action>>;
  };
  providers: {
    /** The identity providers that the account is linked to, oldest first. `GET /auth/account/oauth/links` */
    links: (input?: undefined, options?: CallOptions) => Promise<Result<ProviderLink[]>>;
    /** Send the browser to an identity provider, to link it to the signed-in account. `POST /auth/account/oauth/link/{provider}`. Fails with RouteNotFoundError, ProviderNotConfiguredError, FrontendUrlNotAllowedError, ProviderFailedError, InvalidCredentialsError, ReauthenticationRequiredError, RateLimitedError, ServiceUnavailableError */
    link: (
      input: {
        provider: string;
        /** Base address of an allowed frontend */
        frontend_url?: string;
        /** At most 1,024 bytes */
        current_password?: string;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        url: string;
      }>
    >;
    /** Unlink an identity provider from the account. `DELETE /auth/account/oauth/{provider}`. Fails with AuthError, OAuthLinkNotFoundError, InvalidCredentialsError, ReauthenticationRequiredError, RateLimitedError, ServiceUnavailableError */
    unlink: (
      input: {
        provider: string;
        /** At most 1,024 bytes */
        current_password?: string;
      },
      options?: CallOptions,
    ) => Promise<Result<Action>>;
  };
  config: {
    /** Check that the service runs. `GET /auth/config/pulse` */
    pulse: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<{
        system_time: string;
        response: string;
        status: 'healthy';
        state: 'active';
      }>
    >;
    /** The settings in force, with secrets masked. `GET /auth/config/load` */
    load: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<
        {
          email: {
            /** Name or address of the mail server; empty: none */
            host: string;
            /** A port that ends in 465 uses TLS from the first byte */
            port: number;
            /** Empty: no authentication */
            username: string;
            /** Masked as ***; empty: not set */
            password: string;
            /** Address of the sender */
            sender: string;
            /** Name of the service in mails; empty: the domain of the sender */
            sender_name: string;
            /** Whether TLS is required */
            use_tls: boolean;
          };
          jwt: {
            /** Masked as ***; empty: not set */
            secret_key: string;
            /** Signing algorithm */
            algorithm: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256' | 'EdDSA';
            /** Life of a session, and of the access token in single-token mode */
            session_duration_days: number;
            /** Whether a login issues a short access token and a refresh token */
            dual_token_mode: boolean;
            /** Life of the access token in dual-token mode */
            access_token_expire_minutes: number;
            /** Life of the refresh token in dual-token mode; by default that of the session */
            refresh_token_expire_days: number;
          };
          cookie: {
            /** Whether tokens are delivered as cookies instead of in bodies */
            cookie_mode: boolean;
            /** Name of the cookie with the access token */
            access_cookie_name: string;
            /** Name of the cookie with the refresh token */
            refresh_cookie_name: string;
            /** Path of the cookies; begins with a slash */
            path: string;
            /** Domain of the cookies; null: only the host that set them */
            domain: string | null;
            /** Whether cookies travel over HTTPS only */
            secure: boolean;
            /** Whether cookies are out of reach for scripts */
            httponly: boolean;
            /** Whether cookies travel with requests from other sites; read in any case */
            samesite: 'lax' | 'strict' | 'none';
            /** Life in seconds; null: as long as the token in the cookie, which is also the maximum */
            max_age: number | null;
          };
          logging: {
            /** Whether the log files are written and the log routes answer */
            logging: boolean;
            /** Folder of the log files, in the data directory; a relative one starts there */
            logs_dir: string;
            /** Lowest level that is written; read in any case */
            level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';
            /** Whether events are printed to standard output too, even while `logging` is off */
            console_output: boolean;
            /** Whether the output of the process goes to server.log too */
            capture_terminal: boolean;
            /** Whether tokens and cookies are redacted; passwords, codes and keys always are */
            redact_sensitive: boolean;
            /** Regular expressions (RE2) for further texts to redact */
            redact_patterns: string[];
            /** Most lines that a log keeps */
            max_log_lines: number;
            /** Number of oldest lines to remove when a log has more; at most all of them */
            trim_log_lines: number;
            store_dir: string;
          };
        } & Record<
          string,
          {
            /** As registered at the provider */
            client_id: string;
            /** Masked as ***; empty: not set */
            client_secret: string;
            /** As registered at the provider, without query and fragment; unset: `{public address}{prefix}/{name}/callback` */
            redirect_uri: string;
          }
        >
      >
    >;
    /** The numbers of rows in the main tables. `GET /auth/config/counts` */
    counts: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<{
        accounts: number;
        oauth: number;
        sessions: number;
        otp: number;
      }>
    >;
    /** The source of each setting in force. `GET /auth/config/sources` */
    sources: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<{
        sections: Record<
          string,
          {
            /** Of the saved section; 0: nothing is saved */
            version: number;
            fields: Record<string, string>;
          }
        >;
      }>
    >;
    /** The changes of the settings, newest first. `GET /auth/config/history` */
    history: (
      input?: {
        /** Default: 1 */
        page?: number;
        /** Default: 10 */
        limit?: number;
        /** Name of the section */
        section?: string;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        total: number;
        total_pages: number;
        page: number;
        limit: number;
        history: SettingsChange[];
      }>
    >;
    /** Restore an earlier version of a section as a new version; a replaced signing key stays dead. `POST /auth/config/rollback`. Fails with InvalidConfigError */
    rollback: (
      input: {
        /** Changes nothing, and answers with the changes */
        dry_run?: boolean;
        /** Name of the section */
        section: string;
        /** A version in the history; 0: defaults and environment */
        version: number;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        dry_run?: true;
        /** By field, with secrets masked */
        changes?: Record<
          string,
          {
            before: unknown;
            after: unknown;
          }
        >;
        /** Number of sessions that lose their tokens, at once or when these expire */
        signs_out?: number;
        /** Why sessions lose their tokens; missing if none do */
        effects?: string[];
      }>
    >;
    /** Set the mail server and the sender. `POST /auth/config/email`. Fails with InvalidConfigError */
    setEmail: (
      input: {
        /** Changes nothing, and answers with the changes */
        dry_run?: boolean;
        /** Name or address of the mail server; empty: none */
        host: string;
        /** A port that ends in 465 uses TLS from the first byte */
        port: number;
        /** Empty: no authentication */
        username?: string | null;
        /** Password of the user name */
        password?: string | null;
        /** Address of the sender */
        sender: string;
        /** Name of the service in mails; empty: the domain of the sender */
        sender_name?: string | null;
        /** Whether TLS is required */
        use_tls?: boolean | null;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        dry_run?: true;
        /** By field, with secrets masked */
        changes?: Record<
          string,
          {
            before: unknown;
            after: unknown;
          }
        >;
        /** Number of sessions that lose their tokens, at once or when these expire */
        signs_out?: number;
        /** Why sessions lose their tokens; missing if none do */
        effects?: string[];
      }>
    >;
    /** Send a test mail, with the settings in force or with unsaved ones. `POST /auth/config/email/test`. Fails with InvalidConfigError, EmailNotConfiguredError */
    testEmail: (
      input: {
        /** One plain address, at most 254 characters */
        to: string;
        settings?: {
          /** Name or address of the mail server; empty: none */
          host: string;
          /** A port that ends in 465 uses TLS from the first byte */
          port: number;
          /** Empty: no authentication */
          username?: string | null;
          /** Password of the user name */
          password?: string | null;
          /** Address of the sender */
          sender: string;
          /** Name of the service in mails; empty: the domain of the sender */
          sender_name?: string | null;
          /** Whether TLS is required */
          use_tls?: boolean | null;
        };
      },
      options?: CallOptions,
    ) => Promise<Result<Action>>;
    /** Set the signing key and the lifetimes; a new key ends the tokens of the old one. `POST /auth/config/jwt`. Fails with InvalidConfigError */
    setJwt: (
      input: {
        /** Changes nothing, and answers with the changes */
        dry_run?: boolean;
        /** Signing secret of at least 32 bytes; a private key in PEM for RS256, ES256 and EdDSA */
        secret_key?: string | null;
        /** Signing algorithm */
        algorithm?: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'ES256' | 'EdDSA' | null;
        /** Life of a session, and of the access token in single-token mode */
        session_duration_days: number;
        /** Whether a login issues a short access token and a refresh token */
        dual_token_mode?: boolean | null;
        /** Life of the access token in dual-token mode */
        access_token_expire_minutes?: number | null;
        /** Life of the refresh token in dual-token mode; by default that of the session */
        refresh_token_expire_days?: number | null;
        /** How long tokens of the replaced key stay good; 0, the default: not at all */
        overlap_minutes?: number | null;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        dry_run?: true;
        /** By field, with secrets masked */
        changes?: Record<
          string,
          {
            before: unknown;
            after: unknown;
          }
        >;
        /** Number of sessions that lose their tokens, at once or when these expire */
        signs_out?: number;
        /** Why sessions lose their tokens; missing if none do */
        effects?: string[];
      }>
    >;
    /** Set the delivery of tokens in cookies. `POST /auth/config/cookie`. Fails with InvalidConfigError */
    setCookie: (
      input?: {
        /** Changes nothing, and answers with the changes */
        dry_run?: boolean;
        /** Whether tokens are delivered as cookies instead of in bodies */
        cookie_mode?: boolean | null;
        /** Name of the cookie with the access token */
        access_cookie_name?: string | null;
        /** Name of the cookie with the refresh token */
        refresh_cookie_name?: string | null;
        /** Path of the cookies; begins with a slash */
        path?: string | null;
        /** Domain of the cookies; null: only the host that set them */
        domain?: string | null;
        /** Whether cookies travel over HTTPS only */
        secure?: boolean | null;
        /** Whether cookies are out of reach for scripts */
        httponly?: boolean | null;
        /** Whether cookies travel with requests from other sites; read in any case */
        samesite?: 'lax' | 'strict' | 'none' | null;
        /** Life in seconds; null: as long as the token in the cookie, which is also the maximum */
        max_age?: number | null;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        dry_run?: true;
        /** By field, with secrets masked */
        changes?: Record<
          string,
          {
            before: unknown;
            after: unknown;
          }
        >;
        /** Number of sessions that lose their tokens, at once or when these expire */
        signs_out?: number;
        /** Why sessions lose their tokens; missing if none do */
        effects?: string[];
      }>
    >;
    /** Change the content of the logs. `POST /auth/config/logging`. Fails with InvalidConfigError */
    setLogging: (
      input?: {
        /** Changes nothing, and answers with the changes */
        dry_run?: boolean;
        /** Whether the log files are written and the log routes answer */
        logging?: boolean | null;
        /** Folder of the log files, in the data directory; a relative one starts there */
        logs_dir?: string | null;
        /** Lowest level that is written; read in any case */
        level?: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL' | null;
        /** Whether events are printed to standard output too, even while `logging` is off */
        console_output?: boolean | null;
        /** Whether the output of the process goes to server.log too */
        capture_terminal?: boolean | null;
        /** Whether tokens and cookies are redacted; passwords, codes and keys always are */
        redact_sensitive?: boolean | null;
        /** Regular expressions (RE2) for further texts to redact */
        redact_patterns?: string[] | null;
        /** Most lines that a log keeps */
        max_log_lines?: number | null;
        /** Number of oldest lines to remove when a log has more; at most all of them */
        trim_log_lines?: number | null;
        /** Old name of `logging` */
        enabled?: boolean | null;
        /** Must be the value that is shown, because it follows `logs_dir` */
        store_dir?: string | null;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        dry_run?: true;
        /** By field, with secrets masked */
        changes?: Record<
          string,
          {
            before: unknown;
            after: unknown;
          }
        >;
        /** Number of sessions that lose their tokens, at once or when these expire */
        signs_out?: number;
        /** Why sessions lose their tokens; missing if none do */
        effects?: string[];
      }>
    >;
    /** Set the credentials of an identity provider; the next sign-in uses them. `POST /auth/config/{provider}`. Fails with RouteNotFoundError, InvalidConfigError */
    setProvider: (
      input: {
        provider: string;
        /** Changes nothing, and answers with the changes */
        dry_run?: boolean;
        /** As registered at the provider */
        client_id: string;
        /** As registered at the provider */
        client_secret?: string | null;
        /** Without query and fragment */
        redirect_uri: string;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        dry_run?: true;
        /** By field, with secrets masked */
        changes?: Record<
          string,
          {
            before: unknown;
            after: unknown;
          }
        >;
        /** Number of sessions that lose their tokens, at once or when these expire */
        signs_out?: number;
        /** Why sessions lose their tokens; missing if none do */
        effects?: string[];
      }>
    >;
  };
  admin: {
    accounts: {
      /** The accounts, newest first. `GET /auth/account` */
      list: (
        input?: {
          /** Default: 1 */
          page?: number;
          /** Default: 10 */
          limit?: number;
          /** A leading minus reverses the order. Default: "-created_at" */
          sort?:
            | 'created_at'
            | '-created_at'
            | 'updated_at'
            | '-updated_at'
            | 'email'
            | '-email'
            | 'handle'
            | '-handle'
            | 'name'
            | '-name';
          /** The beginning of an email, handle, name, phone or uid */
          q?: string;
          role?: string;
          status?: string;
          email_verified?: boolean;
          /** The field to search for value: an id equals it, a text contains it, a time begins with it */
          field?:
            | 'id'
            | 'uid'
            | 'name'
            | 'handle'
            | 'email'
            | 'phone'
            | 'avatar_url'
            | 'role'
            | 'status'
            | 'email_verified'
            | 'created_at'
            | 'updated_at';
          /** Required with field; taken literally; ASCII letters match in either case. Empty: everything */
          value?: string;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          total: number;
          total_pages: number;
          page: number;
          limit: number;
          accounts: Account[];
        }>
      >;
      /** Find an account by id, email, handle, phone or uid; `accounts` repeats it as a list of one. `GET /auth/account/query`. Fails with UserNotFoundError */
      find: (
        input: {
          field: 'id' | 'email' | 'handle' | 'phone' | 'uid';
          value: string;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          id: number;
          uid: string;
          name: string;
          handle: string;
          email: string;
          email_verified: boolean;
          phone: string | null;
          avatar_url: string | null;
          role: string;
          status: string;
          /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
          created_at: string;
          /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
          updated_at: string;
          accounts: Account[];
        }>
      >;
      /** An account with its live sessions, newest first, and its provider links, oldest first. `GET /auth/account/{id}`. Fails with UserNotFoundError */
      get: (
        input: {
          id: number;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          id: number;
          uid: string;
          name: string;
          handle: string;
          email: string;
          email_verified: boolean;
          phone: string | null;
          avatar_url: string | null;
          role: string;
          status: string;
          /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
          created_at: string;
          /** UTC, as YYYY-MM-DDTHH:mm:ss.sss without a zone */
          updated_at: string;
          sessions: ListedSession[];
          links: ProviderLink[];
        }>
      >;
      /** Create an account; without a password it signs in by code or provider. `POST /auth/account`. Fails with WeakPasswordError, EmailAlreadyExistsError, HandleAlreadyExistsError, PhoneAlreadyExistsError */
      create: (
        input: {
          /** 1 to 200 characters */
          name: string;
          /** One plain address, at most 254 characters */
          email: string;
          /** Letters, digits, ".", "_", "-"; at least one letter; case-insensitive */
          handle?: string;
          /** With + or 00 and the country code; stored in E.164 form; null or empty: none */
          phone?: string | null;
          /** An http or https address; null or empty: none */
          avatar_url?: string | null;
          role?: string;
          status?: string;
          email_verified?: boolean;
          /** At most 1,024 bytes */
          password?: string | null;
        },
        options?: CallOptions,
      ) => Promise<Result<Account>>;
      /** Change an account; a null or empty phone or avatar_url is cleared. `PATCH /auth/account`. Fails with WeakPasswordError, UserNotFoundError, EmailAlreadyExistsError, HandleAlreadyExistsError, PhoneAlreadyExistsError, LastSuperadminError */
      update: (
        input: {
          account_id: number;
          /** 1 to 200 characters */
          name?: string;
          /** One plain address, at most 254 characters */
          email?: string;
          /** Letters, digits, ".", "_", "-"; at least one letter; case-insensitive */
          handle?: string;
          /** With + or 00 and the country code; stored in E.164 form; null or empty: none */
          phone?: string | null;
          /** An http or https address; null or empty: none */
          avatar_url?: string | null;
          role?: string;
          status?: string;
          email_verified?: boolean;
          /** At most 1,024 bytes */
          password?: string;
        },
        options?: CallOptions,
      ) => Promise<Result<Account>>;
      /** Delete an account with its sessions, provider links and codes. `DELETE /auth/account`. Fails with UserNotFoundError, LastSuperadminError */
      delete: (
        input: {
          account_id: number;
        },
        options?: CallOptions,
      ) => Promise<Result<Action>>;
      /** End every session of an account. `DELETE /auth/account/{id}/sessions`. Fails with UserNotFoundError */
      endSessions: (
        input: {
          id: number;
        },
        options?: CallOptions,
      ) => Promise<Result<CountedAction>>;
    };
    sessions: {
      /** The live sessions of all accounts, newest first. `GET /auth/session` */
      list: (
        input?: {
          /** Default: 1 */
          page?: number;
          /** Default: 10 */
          limit?: number;
          /** A leading minus reverses the order. Default: "-created_at" */
          sort?: 'created_at' | '-created_at';
          account_id?: number;
          ip_address?: string;
          /** true: only expired sessions, until they are removed. Default: false */
          expired?: boolean;
          /** The field to search for value: an id equals it, a text contains it, a time begins with it */
          field?:
            'id' | 'account_id' | 'ip_address' | 'user_agent' | 'created_at' | 'last_used_at' | 'expires_at';
          /** Required with field; taken literally; ASCII letters match in either case. Empty: everything */
          value?: string;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          total: number;
          total_pages: number;
          page: number;
          limit: number;
          sessions: ListedSession[];
        }>
      >;
      /** End a session. `DELETE /auth/session/{id}`. Fails with SessionNotFoundError */
      end: (
        input: {
          id: number;
        },
        options?: CallOptions,
      ) => Promise<Result<Action>>;
      /** Remove the expired sessions. `DELETE /auth/session/cleanup` */
      cleanup: (input?: undefined, options?: CallOptions) => Promise<Result<CountedAction>>;
      /** End every session of every account, your own included. `DELETE /auth/session/clear` */
      clear: (input?: undefined, options?: CallOptions) => Promise<Result<CountedAction>>;
    };
    otps: {
      /** The emailed codes, newest first; with their purpose, never with the code itself. `GET /auth/otp` */
      list: (
        input?: {
          /** Default: 1 */
          page?: number;
          /** Default: 10 */
          limit?: number;
          /** A leading minus reverses the order. Default: "-created_at" */
          sort?: 'created_at' | '-created_at';
          /** The email */
          identifier?: string;
          purpose?: 'signup' | 'login' | 'reset' | 'verify';
          /** true: only used codes; false: only unused ones. Default: false */
          used?: boolean;
          expired?: boolean;
          /** The field to search for value: an id equals it, a text contains it, a time begins with it */
          field?: 'id' | 'identifier' | 'purpose' | 'attempts' | 'created_at' | 'expires_at' | 'used_at';
          /** Required with field; taken literally; ASCII letters match in either case. Empty: everything */
          value?: string;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          total: number;
          total_pages: number;
          page: number;
          limit: number;
          otps: Otp[];
        }>
      >;
      /** Remove a code. `DELETE /auth/otp`. Fails with OTPNotFoundError */
      delete: (
        input: {
          id: number;
        },
        options?: CallOptions,
      ) => Promise<Result<Action>>;
      /** Remove the expired codes. `DELETE /auth/otp/cleanup` */
      cleanup: (input?: undefined, options?: CallOptions) => Promise<Result<CountedAction>>;
      /** Remove every code; mailed codes stop working. `DELETE /auth/otp/clear` */
      clear: (input?: undefined, options?: CallOptions) => Promise<Result<CountedAction>>;
    };
    links: {
      /** The provider links of all accounts, newest first. `GET /auth/oauth` */
      list: (
        input?: {
          /** Default: 1 */
          page?: number;
          /** Default: 10 */
          limit?: number;
          /** A leading minus reverses the order. Default: "-created_at" */
          sort?: 'created_at' | '-created_at';
          /** The field to search for value: an id equals it, a text contains it, a time begins with it */
          field?: 'id' | 'account_id' | 'provider' | 'subject' | 'created_at';
          /** Required with field; taken literally; ASCII letters match in either case. Empty: everything */
          value?: string;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          total: number;
          total_pages: number;
          page: number;
          limit: number;
          links: ListedLink[];
          /** The same links, under the name of the path, as in the other lists */
          oauth: ListedLink[];
        }>
      >;
      /** Search the provider links by one field; 404 if no link matches. `GET /auth/oauth/query`. Fails with OAuthLinkNotFoundError */
      find: (
        input: {
          /** Default: 1 */
          page?: number;
          /** Default: 10 */
          limit?: number;
          /** A leading minus reverses the order. Default: "-created_at" */
          sort?: 'created_at' | '-created_at';
          field: 'id' | 'account_id' | 'provider' | 'subject' | 'created_at';
          value: string;
        },
        options?: CallOptions,
      ) => Promise<
        Result<{
          total: number;
          total_pages: number;
          page: number;
          limit: number;
          links: ListedLink[];
          /** The same links, under the name of the path, as in the other lists */
          oauth: ListedLink[];
        }>
      >;
      /** Remove a provider link of any account, even its only way to sign in. `DELETE /auth/oauth`. Fails with OAuthLinkNotFoundError */
      delete: (
        input: {
          id: number;
        },
        options?: CallOptions,
      ) => Promise<Result<Action>>;
    };
  };
  logs: {
    /** The primary logs and their snapshots. `GET /log`. Fails with LoggingDisabledError, ServiceUnavailableError */
    list: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        primary_logs: LogFile[];
        snapshots: LogFile[];
      }>
    >;
    /** A page of a log or a snapshot: all records, or those that match the filters. `GET /log/{name}`. Fails with LoggingDisabledError, LogNotFoundError, ServiceUnavailableError */
    read: (
      input: {
        /** `app`, `server`, or the full name of a snapshot */
        name: string;
        /** Default: 1 */
        page?: number;
        /** Default: 50, or 100 for text */
        limit?: number;
        /** Default: (page - 1) * limit */
        offset?: number;
        /** asc: oldest first. Default: "asc" */
        order?: 'asc' | 'desc';
        /** One or more levels, separated by commas */
        level?: string;
        /** One or more events, separated by commas; `login` finds `login.failed` */
        event?: string;
        /** A text in the record, case-insensitive */
        q?: string;
        /** Records from this time on; UTC without a zone */
        since?: string;
        /** Records before this time */
        until?: string;
        /** Records about this account; only for app logs */
        account_id?: number;
        /** Records that name this email or concern its account; only for app logs */
        email?: string;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        /** The instance that wrote this log; each has its own */
        instance: string;
        filename: string;
        format: 'jsonl' | 'text';
        /** Number of records that match */
        total_records: number;
        total_pages: number;
        page: number;
        limit: number;
        count: number;
        /** Objects; strings for a text log */
        records: (LogRecord | string)[];
        /** Only the newest 200,000 lines were searched; use `since` and `until` for older ones */
        partial?: true;
      }>
    >;
    /** Keep a copy of a primary log under a name. `POST /log`. Fails with LoggingDisabledError, SnapshotAlreadyExistsError, ServiceUnavailableError */
    createSnapshot: (
      input: {
        /** Letters, digits, `_` and `-` */
        name: string;
        source: 'app' | 'server';
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        success: true;
        message: string;
        snapshot: LogFile;
      }>
    >;
    /** Delete a snapshot. `DELETE /log/{name}`. Fails with LoggingDisabledError, PrimaryLogError, LogNotFoundError, ServiceUnavailableError */
    deleteSnapshot: (
      input: {
        /** The full name of a snapshot */
        name: string;
      },
      options?: CallOptions,
    ) => Promise<Result<null>>;
    /** Empty a primary log; programs that have the file open keep it. `POST /log/{name}/reset`. Fails with LoggingDisabledError, LogNotFoundError, ServiceUnavailableError */
    reset: (
      input: {
        name: 'app' | 'server';
      },
      options?: CallOptions,
    ) => Promise<Result<Action>>;
  };
  docs: {
    /** The index of the documentation, in the form of llmstxt.org. `GET /llms.txt` */
    index: (input?: undefined, options?: CallOptions) => Promise<Result<string>>;
    /** The whole documentation as one text. `GET /llms-full.txt` */
    full: (input?: undefined, options?: CallOptions) => Promise<Result<string>>;
    /** The files of the documentation as a tree. `GET /api/documents/tree` */
    tree: (
      input?: undefined,
      options?: CallOptions,
    ) => Promise<
      Result<{
        tree: {
          name: string;
          /** The path for /api/documents/file */
          path: string;
          type: 'file' | 'directory';
          /** Bytes; only for files */
          size?: number;
          /** Only for files */
          lines?: number;
          /** Only for directories: items of this form */
          children?: DocumentItem[];
        }[];
        stats: {
          files: number;
          directories: number;
          bytes: number;
        };
      }>
    >;
    /** One file of the documentation. `GET /api/documents/file`. Fails with DocumentNotFoundError */
    file: (
      input: {
        /** A path from the tree */
        path: string;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        name: string;
        path: string;
        /** Markdown */
        content: string;
        lines: number;
        words: number;
      }>
    >;
    /** Search the documentation; at most 100 lines, the most relevant first. `GET /api/documents/search` */
    search: (
      input: {
        /** One or more words, case-insensitive; a line matches if it contains all of them */
        q: string;
      },
      options?: CallOptions,
    ) => Promise<
      Result<{
        query: string;
        results: DocumentMatch[];
      }>
    >;
  };
  /** The public keys for verifying access tokens in other services (RFC 7517). `GET /.well-known/jwks.json` */
  keys: (
    input?: undefined,
    options?: CallOptions,
  ) => Promise<
    Result<{
      /** Empty for HS256, HS384 and HS512; two keys during a planned rotation */
      keys: ({
        kty: string;
        /** As in the header of a token */
        kid: string;
        alg: string;
        use: string;
      } & Record<string, string>)[];
    }>
  >;
}

/**
 * What each of them calls. A plus in front: with the session; a question mark in front: with the session if there is
 * one. A path without a slash in front: below the prefix. After a question mark: what goes into the query although the
 * request has a body.
 */
export const ROUTES = {
  login: 'POST login',
  loginWithPassword: 'POST login/password',
  loginWithOtp: '?POST login/otp',
  signup: 'POST signup',
  signupWithPassword: 'POST signup/password',
  signupWithOtp: 'POST signup/otp',
  resetPassword: '?POST forgot/password',
  exchangeCode: 'POST token/exchange',
  sendOtp: 'POST send/email/otp/:purpose',
  sendLink: 'POST send/email/link/:purpose',
  confirmLink: '?POST link/:purpose',
  me: '+GET me',
  updateMe: '+PATCH me',
  updatePassword: '+PUT update/password',
  logout: '+POST logout',
  logoutAll: '+POST logout-all',
  sessions: { list: '+GET me/sessions', end: '+DELETE me/sessions/:id' },
  providers: {
    links: '+GET account/oauth/links',
    link: '+POST account/oauth/link/:provider',
    unlink: '+DELETE account/oauth/:provider',
  },
  config: {
    pulse: 'GET config/pulse',
    load: '+GET config/load',
    counts: '+GET config/counts',
    sources: '+GET config/sources',
    history: '+GET config/history',
    rollback: '+POST config/rollback?dry_run',
    setEmail: '+POST config/email?dry_run',
    testEmail: '+POST config/email/test',
    setJwt: '+POST config/jwt?dry_run',
    setCookie: '+POST config/cookie?dry_run',
    setLogging: '+POST config/logging?dry_run',
    setProvider: '+POST config/:provider?dry_run',
  },
  admin: {
    accounts: {
      list: '+GET account',
      find: '+GET account/query',
      get: '+GET account/:id',
      create: '+POST account',
      update: '+PATCH account',
      delete: '+DELETE account',
      endSessions: '+DELETE account/:id/sessions',
    },
    sessions: {
      list: '+GET session',
      end: '+DELETE session/:id',
      cleanup: '+DELETE session/cleanup',
      clear: '+DELETE session/clear',
    },
    otps: {
      list: '+GET otp',
      delete: '+DELETE otp',
      cleanup: '+DELETE otp/cleanup',
      clear: '+DELETE otp/clear',
    },
    links: { list: '+GET oauth', find: '+GET oauth/query', delete: '+DELETE oauth' },
  },
  logs: {
    list: '+GET /log',
    read: '+GET /log/:name',
    createSnapshot: '+POST /log',
    deleteSnapshot: '+DELETE /log/:name',
    reset: '+POST /log/:name/reset',
  },
  docs: {
    index: 'GET /llms.txt',
    full: 'GET /llms-full.txt',
    tree: 'GET /api/documents/tree',
    file: 'GET /api/documents/file',
    search: 'GET /api/documents/search',
  },
  keys: 'GET /.well-known/jwks.json',
} as const;
