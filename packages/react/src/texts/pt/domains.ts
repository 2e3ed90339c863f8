import type { DomainTexts } from '../en/domains.ts';

/** The Portuguese texts of an organization's domains. */
export const texts: DomainTexts = {
  intro:
    'Prove que um domínio de e-mail é seu. Depois, as pessoas dele podem participar por conta própria, se você permitir.',
  none: 'Ainda não há domínio.',
  domain: 'Domínio',
  add: 'Adicionar domínio',
  added: 'O domínio foi adicionado. Coloque o registro dele no DNS e verifique-o.',
  states: {
    pending: 'Ainda não verificado',
    verified: 'Verificado',
    lost: 'Perdido: o DNS não tem mais o registro',
  },
  record: (type) => `Adicione este registro ${type} ao DNS. Pode levar uma hora para aparecer.`,
  copyName: 'Copiar nome',
  copy: 'Copiar valor',
  verify: 'Verificar',
  verifyOne: (domain) => `Verificar ${domain}`,
  verified: (domain) => `${domain} foi verificado.`,
  joiningOf: (domain) => `Pessoas com e-mail de ${domain}`,
  joining: {
    none: 'precisam de um convite',
    suggest: 'recebem a opção de participar',
    join: 'participam por conta própria',
    require: 'devem usar o login único',
  },
  require: 'Exigir',
  requireTitle: (domain) => `Exigir o login único para ${domain}?`,
  requireText:
    'Membros com um e-mail assim só poderão entrar com o provedor de identidade da sua empresa: senhas, códigos por e-mail e todas as outras formas deixam de valer para eles. Sessões iniciadas de outra forma perdem o acesso a esta organização. Proprietários mantêm outra forma de entrar, a menos que este serviço não permita. Enquanto o login único estiver desativado, nada muda.',
  removeOne: (domain) => `Remover ${domain}`,
  removeTitle: (domain) => `Remover ${domain}?`,
  removeText: 'Ninguém mais poderá participar com ele. Os membros continuam.',
  removed: (domain) => `${domain} foi removido.`,
};
