import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'O teste deu certo',
  failed: 'O teste falhou',
  passedText: 'Esta conexão serve para entrar. Este teste não fez ninguém entrar.',
  failures: {
    private_address:
      'Este endereço está em uma rede privada que este serviço não pode acessar. Peça à pessoa que lhe deu o link que a permita.',
    oidc_discovery:
      'O emissor não responde com a configuração dele ou não tem um endereço público. Verifique o emissor ou peça à pessoa que lhe deu o link que permita a rede dele.',
    oidc_denied: 'O provedor de identidade recusou a entrada. Verifique se a pessoa pode usar o aplicativo.',
    oidc_authorization:
      'O provedor de identidade não aceitou a solicitação. Verifique o ID do cliente e o endereço de redirecionamento.',
    oidc_token: 'O provedor de identidade recusou o cliente. Verifique o ID e o segredo do cliente.',
    oidc_id_token: 'Não foi possível verificar o token de identidade. Verifique o emissor e o ID do cliente.',
    oidc_userinfo: 'O provedor de identidade não fornece o perfil da pessoa.',
    saml_status:
      'O provedor de identidade respondeu com um erro. Verifique se a pessoa pode usar o aplicativo.',
    saml_signature: 'A assinatura não é de um certificado conhecido. Carregue os metadados novamente.',
    saml_unsigned: 'A asserção não está assinada. Ative a assinatura da asserção.',
    saml_algorithm: 'O provedor de identidade usa um algoritmo antigo. Escolha RSA-SHA256 e SHA-256.',
    saml_encryption:
      'A criptografia não corresponde. Verifique as configurações das asserções criptografadas.',
    saml_issuer: 'Outro provedor de identidade respondeu. Carregue os metadados novamente.',
    saml_destination: 'A resposta é para outro endereço. Verifique o endereço de entrada (URL do ACS).',
    saml_recipient: 'A resposta é para outro destinatário. Verifique o endereço de entrada (URL do ACS).',
    saml_audience: 'A resposta é para outro serviço. Verifique o ID da entidade (audiência).',
    saml_confirmation: 'A resposta não diz para quem nem até quando é válida.',
    saml_request: 'A resposta não corresponde à solicitação. Comece por este teste, não pelo provedor.',
    saml_time: 'A resposta expirou ou ainda não é válida. Verifique o relógio do provedor de identidade.',
    saml_name_id: 'O NameID não serve. Escolha um persistente ou o e-mail.',
    email_missing:
      'O provedor de identidade não fornece e-mail. Adicione um atributo ou um claim chamado email.',
  },
  otherFailure: 'A resposta não tem a forma que o padrão exige.',
  detail: 'O motivo exato:',
  close: 'Você pode fechar esta janela. O resultado também aparece onde o teste começou.',
  verified: 'O que está certo',
  rules: {
    discovery: 'A configuração do provedor de identidade foi lida',
    code: 'O provedor de identidade aceita o cliente',
    encryption: 'A asserção está criptografada',
    signature: 'A assinatura é do provedor de identidade',
    issuer: 'O emissor é o esperado',
    audience: 'A resposta é para este serviço',
    recipient: 'A resposta é para este endereço',
    request: 'A resposta corresponde a esta solicitação',
    time: 'Os horários estão certos',
  },
  attributes: 'O que diz o provedor de identidade',
  fields: { subject: 'Identidade', email: 'E-mail', name: 'Nome', groups: 'Grupos' },
  roles: 'Funções',
  outsideDomain:
    'O domínio deste e-mail não foi verificado. Pessoas com um e-mail assim só podem entrar se ainda não tiverem conta.',
  received: 'A resposta como chegou, sem assinaturas',
};
