import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: 'Escreva cada grupo como seu provedor de identidade o envia; o teste mostra.',
    none: (role) => `Nenhum grupo dá uma função ainda: todos recebem a função ${role}.`,
    others: (role) => `Todos os outros recebem a função ${role}.`,
    group: 'Grupo',
    twice: 'Este grupo já está na lista.',
    missing: 'Escolha pelo menos uma função.',
    add: 'Adicionar grupo',
    follow: 'As funções seguem os grupos a cada entrada',
    followText: 'Caso contrário, só a primeira entrada as define.',
  },
};
