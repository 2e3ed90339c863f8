import type { PortalRolesTexts } from '../en/portal-roles.ts';

export const texts: PortalRolesTexts = {
  portalRoles: {
    intro: '请按身份提供商发送的写法填写每个群组；测试会显示。',
    none: (role) => `还没有群组分配角色：所有人都获得“${role}”角色。`,
    others: (role) => `其他所有人获得“${role}”角色。`,
    group: '群组',
    twice: '此群组已在列表中。',
    missing: '请至少选择一个角色。',
    add: '添加群组',
    follow: '每次登录时角色随群组更新',
    followText: '否则仅由首次登录确定。',
  },
};
