{{- define "keyward.name" -}}
{{- if contains "keyward" .Release.Name }}{{ .Release.Name | trunc 53 | trimSuffix "-" }}{{ else }}{{ printf "%s-keyward" .Release.Name | trunc 53 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "keyward.selector" -}}
app.kubernetes.io/name: keyward
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "keyward.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{ include "keyward.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "keyward.secret" -}}
{{- .Values.secrets.existingSecret | default (include "keyward.name" .) }}
{{- end }}
