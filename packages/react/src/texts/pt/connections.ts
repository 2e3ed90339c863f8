import type { ConnectionTexts } from '../en/connections.ts';

/** The Portuguese texts of an organization's single sign-on. */
export const texts: ConnectionTexts = {
  intro: 'As pessoas entram com o provedor de identidade da sua empresa.',
  none: 'Nenhum provedor de identidade está conectado ainda.',
  states: { draft: 'Ainda não ativado', active: 'Ativado', disabled: 'Desativado' },
  withOwners: 'Permite a entrada de todos os membros, também dos proprietários.',
  withoutOwners: 'Proprietários não podem entrar com ele até que um proprietário o aprove.',
  stillRequired:
    'Desativado porque uma alteração foi desfeita. Ninguém entra por ele até você ativá-lo de novo, e os membros ainda precisam dele.',
  factors: 'Conta como dois fatores.',
  client: (id) => `ID do cliente: ${id}`,
  signOn: (address) => `Página de entrada: ${address}`,
  certificate: (date) => `Certificado até ${date}:`,
  group: (group, roles) => `As pessoas do grupo ${group} recebem o papel ${roles}.`,
  approve: 'Aprovar',
  approveOne: (name) => `Aprovar ${name}`,
  approveTitle: (name) => `Aprovar ${name}?`,
  approveText: (address) => `Quem administra ${address} decide então quem entra, também como proprietário.`,
  approveSaml: 'Quem tem as chaves destes certificados decide então quem entra, também como proprietário.',
  approved: (name) => `${name} está aprovado: proprietários podem entrar com ele.`,
  turnOn: 'Ativar',
  turnOnOne: (name) => `Ativar ${name}`,
  turnedOn: (name) => `${name} está ativado.`,
  turnOff: 'Desativar',
  turnOffOne: (name) => `Desativar ${name}`,
  turnOffTitle: (name) => `Desativar ${name}?`,
  turnOffText: 'Ninguém poderá entrar com ele. As sessões iniciadas com ele terminam.',
  turnedOff: (name) => `${name} está desativado.`,
  invite: 'Convide seu administrador',
  inviteIntro:
    'Um link abre um guia para quem administra seu provedor de identidade: primeiro o domínio, depois a conexão. Abra-o você mesmo se for essa pessoa. Ele não exige conta: qualquer pessoa que o tenha pode usá-lo.',
  make: 'Criar um link',
  once: (date) => `Copie o link agora: ele só é mostrado uma vez. Vale até ${date}.`,
  copy: 'Copiar link',
  endLinks: 'Encerrar todos os links',
  linksEnded: 'Todos os links foram encerrados.',
};
