/** @type {import('next').NextConfig} */
export default {
  serverExternalPackages: ['keyward'],
  // Keyward's paths may end in a slash.
  skipTrailingSlashRedirect: true,
};
